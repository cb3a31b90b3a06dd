import type { Result } from '@testpoint/interface';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { byId, type Finished, PATIENCE, Suite, useService } from './harness.js';

const service = useService();

describe.each(IS_LONG ? ['always', 'never'] : ['always'])('with preserveOutput %s', (PRESERVE_OUTPUT) => {
  let suite: Suite;
  let finished: Finished;
  let results: Map<string, Result>;
  beforeAll(async () => {
    suite = new Suite('shared', service.url);
    finished = await suite.run({}, [], { PRESERVE_OUTPUT });
    results = byId(await suite.arrived());
  }, PATIENCE);
  afterAll(() => suite.clean());

  it('a file that every test rewrites has that test’s content in each result, wherever it is', async () => {
    expect(finished.code).toBe(0);
    const found: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const file of [
      'state.txt',
      'traces/trace.zip',
      'a/attachments/x-0123456789abcdef0123456789abcdef01234567.txt',
    ]) {
      for (let number = 1; number <= 4; number++) {
        const { attachments = [], message } = results.get(`shared.spec.ts > ${number} of ${file}`) ?? {};
        const contents = await Promise.all(attachments.map(async (id) => (await suite.attachment(String(id))).content));
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
