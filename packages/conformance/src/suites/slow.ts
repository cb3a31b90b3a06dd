import { dialect } from './dialect.js';
import { say } from './tools.js';

const { describe, limited, settle, step, test } = dialect;

describe('slow', () => {
  test('ends before', () => {});
  limited('is interrupted', 90_000, async () => {
    await settle?.();
    await step('wait', async () => {
      say('waiting');
      await new Promise((resolve) => setTimeout(resolve, 80_000));
    });
  });
  test('comes after', () => {});
});
