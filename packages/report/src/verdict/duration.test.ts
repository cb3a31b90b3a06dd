import { expect, it } from 'vitest';
import { duration, UNDER_A_SECOND } from './duration.js';

it.each([
  [undefined, 'unknown'],
  [-1, 'unknown'],
  [0, '0 ms'],
  [UNDER_A_SECOND, '< 1 s'],
  [50_000 * UNDER_A_SECOND, '< 1 s'],
  [3_000 + UNDER_A_SECOND, '3 s'],
  [4.4, '4 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [2_000, '2 s'],
  [1_250, '1.3 s'],
  [9_949, '9.9 s'],
  [9_960, '10 s'],
  [59_499, '59 s'],
  [59_600, '1 min 00 s'],
  [125_000, '2 min 05 s'],
  [3_599_499, '59 min 59 s'],
  [3_599_600, '1 h 00 min'],
  [3_720_000, '1 h 02 min'],
  [7_170_000, '2 h 00 min'],
])('a duration of %s ms is %s', (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text);
});
