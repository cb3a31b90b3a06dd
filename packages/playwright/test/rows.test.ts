import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '@testpoint/interface';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { expectedOutcomes } from './faithful.js';
import { byId, type Finished, outline, PATIENCE, Suite, useService } from './harness.js';

const service = useService();
let suite: Suite;
let finished: Finished;
let journal: string[];
let results: Map<string, Result>;
const result = (id: string): Result => results.get(id) ?? expect.fail(`no result for ${id}`);

beforeAll(async () => {
  suite = new Suite('rows', service.url);
  finished = await suite.run({ keepDelivered: 1 }, [], IS_LONG ? { RARE: '1' } : {});
  journal = journalIn(suite.outbox);
  results = byId(await suite.arrived());
}, PATIENCE);
afterAll(() => suite.clean());

it('the verdicts are the same as Playwright’s, test by test', () => {
  const { report } = finished;
  const outcomes = new Map(
    [...results].map(([id, { outcome }]) => [id === 'EXIT-1' ? 'crashes.spec.ts > exits' : id, outcome]),
  );
  expect(report && Object.fromEntries(outcomes)).toEqual(report && Object.fromEntries(expectedOutcomes(report)));
  expect(finished.code).toBe(1);
});

describe('a verdict', () => {
  const cases: [string, string, string, string | RegExp | undefined][] = [
    [
      'that is an expected failure',
      'verdicts.spec.ts > fails as expected',
      'Passed',
      /^Failed, as expected\.\n\nError: still broken/,
    ],
    [
      'that is a timeout although a failure was expected',
      'verdicts.spec.ts > times out though a failure is expected',
      'Failed',
      'Test timeout of 200ms exceeded.',
    ],
    ['that is a skip with a reason', 'verdicts.spec.ts > skipped by annotation', 'Skipped', 'needs a printer'],
    ['that is a skip without one', 'verdicts.spec.ts > skipped by its author', 'Skipped', undefined],
    ['that is a fixme', 'verdicts.spec.ts > to be fixed', 'Skipped', 'fixme'],
    ['that is a skip in the middle', 'verdicts.spec.ts > skipped in its middle', 'Skipped', 'no network'],
    ['that is a skip in a hook', 'hooks.spec.ts > beforeEach skips > first', 'Skipped', 'not today'],
    ['that has two soft failures', 'verdicts.spec.ts > fails softly, twice', 'Passed', /toBe.*\(\+1 more\)$/s],
    ['that is a thrown string', 'verdicts.spec.ts > throws a string', 'Passed', /\n'just a string'$/],
    [
      'of a test after a failed beforeAll',
      'hooks.spec.ts > beforeAll fails > inside > third',
      'Blocked',
      'Did not run: "fill the database" failed before it (Error: no database).',
    ],
    [
      'of a skipped test after a failed beforeAll',
      'hooks.spec.ts > beforeAll fails > inside > skipped anyway',
      'Skipped',
      undefined,
    ],
    [
      'of a body and an afterEach that both failed',
      'hooks.spec.ts > afterEach fails > fails by itself too',
      'Passed',
      /\nError: body first \(\+1 more\)/,
    ],
    [
      'of the last test before a failed afterAll',
      'hooks.spec.ts > afterAll fails > last',
      'Passed',
      'Failed, as expected.\n\nError: cannot drop',
    ],
    [
      'of a test in a serial group after a failure',
      'retries.spec.ts > serial > three',
      'Blocked',
      'Did not run: "two" failed before it (Error: stop here).',
    ],
    ['of a flaky test', 'retries.spec.ts > with retries > flaky', 'Passed', 'Flaky: passed on attempt 2 of 2'],
    [
      'of an expected failure that passed once',
      'retries.spec.ts > with retries > fails as expected, at last',
      'Passed',
      /^Flaky: failed, as expected, on attempt 2 of 2\n\nError: still broken/,
    ],
    [
      'of a test after which its worker fixture failed',
      'hooks.spec.ts > worker fixture fails at its end',
      'Passed',
      undefined,
    ],
    ['of a crash', 'EXIT-1', 'Failed', 'Error: worker process exited unexpectedly (code=7, signal=null)'],
  ];
  const rare: typeof cases = [
    ['that is an unexpected success', 'rare.spec.ts > passes unexpectedly', 'Failed', 'Expected to fail, but passed.'],
    ['that is an unhandled rejection', 'rare.spec.ts > leaves a rejection unhandled', 'Failed', 'Error: no handler'],
    [
      'of the first test of a beforeAll that timed out',
      'rare.spec.ts > beforeAll times out > first',
      'Failed',
      '"beforeAll" hook timeout of 200ms exceeded.',
    ],
    [
      'of a flaky test that failed when its serial group ran once more',
      'rare.spec.ts > serial with two retries > passes on retry 1 only',
      'Passed',
      /^Flaky: passed on attempt 2 of 3\n\nError: expect/,
    ],
    [
      'of a failed test that skips itself when it is retried',
      'rare.spec.ts > fails, then is skipped',
      'Passed',
      'Flaky: skipped on attempt 2 of 2',
    ],
    [
      'of a kill',
      'rare.spec.ts > is killed',
      'Failed',
      'Error: worker process exited unexpectedly (code=null, signal=SIGKILL)',
    ],
  ];
  it.each(IS_LONG ? [...cases, ...rare] : cases)('%s has its outcome and its message', (_, id, outcome, message) => {
    const held = result(id);
    expect(held.outcome).toBe(outcome);
    if (message === undefined) expect(held.message).toBeUndefined();
    else if (typeof message === 'string') expect(held.message).toBe(message);
    else expect(held.message).toMatch(message);
  });
});

it('a step that throws an object, and one that runs into the time limit, say so', () => {
  expect(result('verdicts.spec.ts > throws a string').stepResults).toMatchObject([
    { title: 'throws an object', outcome: 'Failed', description: expect.stringContaining('code: 1') },
  ]);
  expect(result('verdicts.spec.ts > times out though a failure is expected').stepResults).toMatchObject([
    { title: 'waits for ever', outcome: 'Failed', description: 'Had not finished when the test ended.' },
  ]);
});

it('errors come with causes and the code around them, without colors', () => {
  const { traces } = result('verdicts.spec.ts > fails as expected');
  expect(traces).toMatch(/^Error: still broken\n {4}at .*verdicts\.spec\.ts:\d+:\d+/);
  expect(traces).toContain('Caused by: TypeError: inner');
  expect(traces).toContain("throw new Error('still broken'");
  for (const { message = '', traces: text = '' } of results.values()) expect(message + text).not.toContain('\x1b');
});

it('earlier attempts come first, with their errors and their steps', () => {
  const { stepResults = [], parameters } = result('retries.spec.ts > with retries > flaky');
  expect(outline(stepResults)).toEqual([
    ['Attempt 1 of 2', ['tries', 'Expect "toBe"']],
    ['tries', 'Expect "toBe"'],
  ]);
  expect(stepResults[0]).toMatchObject({ outcome: 'Failed', description: expect.stringContaining('toBe') });
  expect(parameters).toMatchObject({ attempts: '2' });
});

it('a serial group that runs again is one result per test, with both runs in it', () => {
  expect(result('retries.spec.ts > serial with retries > one').parameters).toMatchObject({ attempts: '2' });
  expect(result('retries.spec.ts > serial with retries > two').message).toBe('Flaky: passed on attempt 2 of 2');
  const { outcome, message, parameters, stepResults } = result('retries.spec.ts > serial with retries > three');
  expect({ outcome, message, parameters }).toEqual({
    outcome: 'Passed',
    message: undefined,
    parameters: { attempts: '2' },
  });
  const description = expect.stringMatching(/^Did not run: "two" failed before it/);
  expect(stepResults).toEqual([{ title: 'Attempt 1 of 2', outcome: 'Blocked', description }]);
});

it('the duration does not count the start of a worker between two attempts', () => {
  const line = journal.findLast((text) => text.includes('"id":"retries.spec.ts > with retries > flaky"'));
  const { body, view } = JSON.parse(line ?? '{}') as { body: Result; view: { duration?: number } };
  expect(view.duration).toBeLessThan(Date.parse(body.completedOn ?? '') - Date.parse(body.startedOn ?? ''));
});

it('an attempt in which a hook kept a test from running is shown with the reason', () => {
  const { stepResults } = result('retries.spec.ts > with retries > beforeAll fails once > second');
  const description = expect.stringMatching(/^Did not run: "beforeAll hook" failed before it/);
  expect(stepResults).toEqual([{ title: 'Attempt 1 of 2', outcome: 'Blocked', description }]);
});

it('a step that is not awaited is within its result', () => {
  const { stepResults: [late] = [], completedOn = '' } = result(
    'hooks.spec.ts > leaves a step behind > that ends during afterAll',
  );
  expect(late).toMatchObject({ title: 'late', outcome: 'Passed', completedOn: expect.any(String) });
  expect(Date.parse(completedOn)).toBeGreaterThanOrEqual(Date.parse(late?.completedOn ?? ''));
});

it('a failed hook is failed in the tree, a skip in a hook is not', () => {
  expect(result('hooks.spec.ts > beforeEach fails > first').setupResults).toMatchObject([
    { title: 'log in', outcome: 'Failed' },
  ]);
  expect(result('hooks.spec.ts > afterEach fails > passes by itself').teardownResults).toMatchObject([
    { title: 'log out', outcome: 'Failed' },
  ]);
  expect(result('hooks.spec.ts > beforeEach skips > first').setupResults).toMatchObject([{ outcome: 'Skipped' }]);
});

it('a test’s data from before its worker crashed is kept, and no end time is invented', () => {
  const held = result('EXIT-1');
  expect(held.parameters).toEqual({ 'before the crash': 'seen' });
  expect(held.stepResults).toMatchObject([
    { title: 'reaches this', outcome: 'Passed' },
    { title: 'and not the end of this', outcome: 'Failed' },
  ]);
  expect(held).toHaveProperty('startedOn');
  expect(held).not.toHaveProperty('completedOn');
});

it('an error outside of tests appears in the summary', () => {
  expect(finished.stderr).toContain('worker fixture broke at its end');
});

/** The lines of the only session's journal, whether it is delivered or not. */
function journalIn(outbox: string): string[] {
  const files = readdirSync(outbox, { recursive: true, encoding: 'utf8' });
  const name = files.find((file) => /(journal|delivered)\.ndjson$/.test(file)) ?? '';
  return readFileSync(join(outbox, name), 'utf8').split('\n');
}
