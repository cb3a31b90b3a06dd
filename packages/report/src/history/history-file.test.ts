import { expect, it } from 'vitest';
import { KEY_LENGTH } from '../format.js';
import { UNDER_A_SECOND } from '../verdict/duration.js';
import { historyTest, testsOf } from './history-file.js';

it('keeps each time as it is shown', () => {
  const times = [-1, 0, UNDER_A_SECOND, 0.6, 1_500, 90_000_000];
  const tests = times.map((time) => historyTest('k'.repeat(KEY_LENGTH), 'P', time)).join('');
  const run = { tests: [{ environment: '', tests }] } as Parameters<typeof testsOf>[0];
  expect([...testsOf(run)].map(({ duration }) => duration)).toEqual([-1, 0, UNDER_A_SECOND, 1, 1_500, 90_000_000]);
});
