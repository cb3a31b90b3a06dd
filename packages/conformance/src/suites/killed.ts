import { dialect } from './dialect.js';
import { sleep } from './tools.js';

const { describe, externalId, step, test } = dialect;

describe('killed', () => {
  test('ends before', () => {});
  test('is killed', async () => {
    externalId('KILLED-1');
    await step('wait for the blow', () => {});
    // Vitest tells of ends ten times a second: the first test's is to be known.
    await sleep(400);
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
  });
  test('comes after', () => {});
});
