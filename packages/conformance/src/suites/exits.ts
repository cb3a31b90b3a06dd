import { dialect } from './dialect.js';
import { sleep } from './tools.js';

const { describe, step, test } = dialect;

describe('exits', () => {
  test('ends before', () => {});
  test('ends the process', async () => {
    await step('say goodbye', () => {});
    // Gives the main process time to learn that the earlier test has ended.
    await sleep(400);
    process.exit(3);
  });
  test('comes after', () => {});
});
