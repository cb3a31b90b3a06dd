import type { Result } from '@testpoint/interface';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { expectedOutcomes } from './faithful.js';
import { byId, type Finished, type Held, PATIENCE, Suite, useService } from './harness.js';

const service = useService();
const TESTS = IS_LONG ? '300' : '60';
const CALLS = IS_LONG ? [5_000, 20_000] : [2_000];
let suite: Suite;
let finished: Finished;
let held: Held[];

beforeAll(async () => {
  suite = new Suite('many', service.url);
  finished = await suite.run({}, [], { TESTS, CALLS: CALLS.join(' ') });
  held = await suite.arrived();
}, PATIENCE);
afterAll(() => suite.clean());

it('many tests each have one result, with the outcome that Playwright reports', () => {
  const expected = expectedOutcomes(finished.report ?? expect.fail('no report'));
  expect(expected.size).toBeGreaterThanOrEqual(Number(TESTS));
  const outcomes = [...byId(held)].map(([id, { outcome }]) => [id, outcome]);
  expect(Object.fromEntries(outcomes)).toEqual(Object.fromEntries(expected));
  expect(new Set(expected.values())).toEqual(new Set(['Passed', 'Failed', 'Skipped']));
});

it('every file that Playwright deletes at the end of its test arrives or is named', () => {
  const { attached, found, named } = countLogs();
  expect(attached).toBeGreaterThan(Number(TESTS) / 4);
  expect(found + named).toBe(attached);
});

it.each(CALLS)('%i calls of a function in one test arrive in few messages', (calls) => {
  const { body } = held.find(({ body }) => body.autoTestExternalId.endsWith(` > ${calls} calls`)) ?? expect.fail();
  expect(body.parameters).toMatchObject({ 'calls 0': String(calls), 'calls 9': String(calls - 1) });
  expect(body.links).toHaveLength(100);
  const specs = finished.report?.suites.find(({ title }) => title === 'calls.spec.ts')?.specs;
  const { results } = specs?.find(({ title }) => title === `${calls} calls`)?.tests[0] ?? expect.fail();
  const messages = results[0]?.attachments.filter(({ name }) => name === '_testpoint') ?? [];
  // The first 100 calls of a test are sent one by one, the others up to 1,000 together.
  expect(messages).toHaveLength(100 + Math.ceil((2 * calls - 100) / 1_000));
});

describe.each(IS_LONG ? ['never', 'always'] : ['never'])('with preserveOutput %s', (PRESERVE_OUTPUT) => {
  let ran: Suite;
  let results: Map<string, Result>;
  beforeAll(async () => {
    ran = PRESERVE_OUTPUT === 'never' ? suite : new Suite('many', service.url);
    if (ran !== suite) await ran.run({}, ['shared'], { PRESERVE_OUTPUT });
    results = byId(await ran.arrived());
  }, PATIENCE);
  afterAll(() => ran.clean());

  it('a file that every test rewrites has that test’s content in each result, wherever it is', async () => {
    const found: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const file of [
      'state.txt',
      'traces/trace.zip',
      'a/attachments/x-0123456789abcdef0123456789abcdef01234567.txt',
    ]) {
      for (let number = 1; number <= 4; number++) {
        const { attachments = [], message } = results.get(`shared.spec.ts > ${number} of ${file}`) ?? {};
        const contents = await Promise.all(attachments.map(async (id) => (await ran.attachment(String(id))).content));
        const name = `${number} of ${file}`;
        const own = number === 2 && file === 'traces/trace.zip' ? '2, try 2' : `${number}, try 1`;
        // On a busy machine, it may be too late to tell whose content it is. Then the result says so.
        const isExplained = contents.length === 0 && message?.includes('the next test may have changed');
        found[name] = isExplained ? own : contents.join('; ');
        expected[name] = own;
      }
    }
    expect(found).toEqual(expected);
  });

  it('pipes, devices and folders are reported as missing, and block nothing', () => {
    const { message, outcome } = results.get('shared.spec.ts > attaches no plain files') ?? {};
    expect(outcome).toBe('Passed');
    for (const kind of ['a named pipe', 'a device', 'a folder']) {
      expect(message?.match(new RegExp(`is ${kind}, not a plain file`, 'g'))).toHaveLength(2);
    }
  });
});

function countLogs(): { attached: number; found: number; named: number } {
  const counts = { attached: 0, found: 0, named: 0 };
  for (const { body } of held) {
    const { message = '', attachments = [] } = body;
    const isLogging = / > test \d*[05]$/.test(body.autoTestExternalId);
    if (!isLogging || body.outcome !== 'Passed' || message.startsWith('Failed, as expected')) continue;
    counts.attached += 2;
    counts.found += attachments.length;
    counts.named += message.match(/^Attachment .* is missing:/gm)?.length ?? 0;
  }
  return counts;
}
