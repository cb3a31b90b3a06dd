import { dialect } from './dialect.js';

const { describe, externalId, settle, step, test } = dialect;

describe('killed', () => {
  test('ends before', () => {});
  test('is killed', async () => {
    externalId('KILLED-1');
    await step('wait for the blow', () => {});
    await settle?.();
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
  });
  test('comes after', () => {});
});
