import { expect, it } from 'vitest';
import { backoff } from './backoff.js';

const none = () => 0;
const most = () => 1;

it('waits anything from nothing to twice as much as before, up to 15 seconds', () => {
  for (const attempt of [1, 2, 3, 10, 1_000]) expect(backoff(attempt, none)).toBe(0);
  expect([1, 2, 3, 6, 7, 8, 1_000].map((attempt) => backoff(attempt, most))).toEqual([
    250, 500, 1_000, 8_000, 15_000, 15_000, 15_000,
  ]);
  expect(backoff(2, () => 0.5)).toBe(250);
});
