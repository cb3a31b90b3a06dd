import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { Workplace } from './harness.js';
import { suiteInProcess } from './in-process.js';

/** If the cost were quadratic, the attachments of `npm run test:long` would not be delivered in time. */
const [SOME, MANY] = IS_LONG ? [2_000, 12_000] : [100, 500];
/** Milliseconds. */
const PATIENCE = 240_000;

let place: Workplace;
let env: Record<string, string>;
beforeEach(async () => {
  place = await Workplace.open();
  const runId = (await place.run(['run', 'create', '--start'])).stdout.trim();
  env = { ...place.env, TMS_TEST_RUN_ID: runId, TMS_CLOSE_TIMEOUT: `${PATIENCE}` };
});
afterEach(() => place.close());

describe('one test with very many attachments', { timeout: PATIENCE }, () => {
  test('is delivered by its suite', async () => {
    const suite = await place.suite(['1', 'close', '0', `${SOME}`], env);
    expect(suite.stderr).toContain('1 result: 1 passed · all delivered');
    expect(suite.code).toBe(0);
    await expectAllDelivered(SOME);
  });

  test('is delivered by a flush', async () => {
    await suiteInProcess([1, MANY], { ...env, TMS_URL: 'http://127.0.0.1:9' }, place.folder);
    expect(place.waiting()).toHaveLength(1);
    const flush = await place.run(['flush'], env);
    expect(flush.stderr).toMatch(/1 result delivered\n/);
    expect(flush.code).toBe(0);
    await expectAllDelivered(MANY);
  });
});

async function expectAllDelivered(count: number): Promise<void> {
  expect(place.waiting()).toEqual([]);
  expect((await place.runs())[0]?.testPoints).toMatchObject({ Passed: 1 });
  expect(place.log.filter((line) => line.includes('/api/Public/attachment'))).toHaveLength(count);
}
