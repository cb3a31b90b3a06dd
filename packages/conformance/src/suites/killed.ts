import { dialect } from './dialect.js';
import { journaled, sleep } from './tools.js';

const { describe, externalId, step, test } = dialect;

describe('killed', () => {
  test('ends before', () => {});
  test('is killed', async () => {
    externalId('KILLED-1');
    await step('wait for the blow', () => {});
    // Vitest announces ends ten times a second, and may be too busy to read them: wait until our reporter has the first one.
    if (process.env.VITEST !== undefined && process.env.TMS_URL !== undefined) await journaled('ends before');
    else await sleep(400);
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
  });
  test('comes after', () => {});
});
