import { dialect } from './dialect.js';
import { hear } from './tools.js';

const { describe, externalId, step, test } = dialect;

describe('killed', () => {
  test('ends before', () => {});
  test('is killed', async () => {
    externalId('KILLED-1');
    await step('wait for the blow', () => {});
    // Vitest's workers announce ends ten times a second, and its main process may be too busy to read them at once.
    if (process.env.VITEST !== undefined) await hear('ends before');
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
  });
  test('comes after', () => {});
});
