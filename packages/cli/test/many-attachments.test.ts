import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ended, Workplace } from './harness.js';

const SUITE = fileURLToPath(new URL('./fixtures/attaching-suite.mjs', import.meta.url));
const COUNT = 12_000;
/** The promise: this many attachments are delivered within a minute. Milliseconds. */
const WITHIN = 60_000;

let place: Workplace;
let env: Record<string, string>;
beforeEach(async () => {
  place = await Workplace.open();
  const runId = (await place.run(['run', 'create', '--start'])).stdout.trim();
  env = { ...place.env, TMS_TEST_RUN_ID: runId, TMS_CLOSE_TIMEOUT: `${2 * WITHIN}` };
});
afterEach(() => place.close());

describe(`one test with ${COUNT} attachments`, () => {
  test(
    'is delivered by its suite',
    async () => {
      const begun = performance.now();
      const suite = await ended(place.node([SUITE, `${COUNT}`], env));
      expect(suite.stderr).toContain('1 result: 1 passed · all delivered');
      expect(suite.code).toBe(0);
      expect(performance.now() - begun).toBeLessThan(WITHIN);
      await expectAllDelivered();
    },
    4 * WITHIN,
  );

  test(
    'is delivered by a flush',
    async () => {
      await ended(place.node([SUITE, `${COUNT}`], { ...env, TMS_URL: 'http://127.0.0.1:9' }));
      expect(place.waiting()).toHaveLength(1);
      const begun = performance.now();
      const flush = await place.run(['flush'], env);
      expect(flush.stderr).toMatch(/1 result delivered\n/);
      expect(flush.code).toBe(0);
      expect(performance.now() - begun).toBeLessThan(WITHIN);
      await expectAllDelivered();
    },
    4 * WITHIN,
  );
});

async function expectAllDelivered(): Promise<void> {
  expect(place.waiting()).toEqual([]);
  expect((await place.runs())[0]?.testPoints).toMatchObject({ Passed: 1 });
  expect(place.log.filter((line) => line.includes('/api/Public/attachment'))).toHaveLength(COUNT);
}
