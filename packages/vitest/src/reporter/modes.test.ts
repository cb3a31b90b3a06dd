import { expect, test } from 'vitest';
import type { Vitest } from 'vitest/node';
import { isRerun } from './modes.js';

test('only --last-failed makes a run a rerun', () => {
  const withOptions = (config: object) => isRerun({ config } as unknown as Vitest);
  expect(withOptions({ cliOptions: { lastFailed: true } })).toBe(true);
  expect(withOptions({ cliOptions: {} })).toBe(false);
  expect(withOptions({})).toBe(false);
});
