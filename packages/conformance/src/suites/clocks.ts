import assert from 'node:assert/strict';
import { dialect } from './dialect.js';
import { sleep } from './tools.js';

const { describe, fakeClock, step, test } = dialect;

describe('clocks', () => {
  test('stand still', async () => {
    const clock = fakeClock();
    try {
      assert.equal(new Date().getFullYear(), 1970);
      await step('before the pause', () => sleep(30));
      await sleep(300);
      const rung = await step('after the pause', () => {
        const promise = new Promise<string>((resolve) => setTimeout(resolve, 1e6, 'rung'));
        clock.tick(1e6);
        return promise;
      });
      assert.equal(rung, 'rung');
    } finally {
      clock.restore();
    }
  });
});
