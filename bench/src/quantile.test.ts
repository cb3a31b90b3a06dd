import { describe, expect, test } from 'vitest';
import { median, quantile } from './quantile.js';

describe('quantile', () => {
  test.each([
    { values: [3, 1, 2], share: 0.5, expected: 2 },
    { values: [4, 1, 2, 3], share: 0.5, expected: 2.5 },
    { values: [10, 20, 30, 40, 50], share: 0.25, expected: 20 },
    { values: [0, 10], share: 0.25, expected: 2.5 },
    { values: [7], share: 0.9, expected: 7 },
    { values: [2, 1], share: 0, expected: 1 },
    { values: [2, 1], share: 1, expected: 2 },
  ])('of $values at $share is $expected', ({ values, share, expected }) => {
    expect(quantile(values, share)).toBe(expected);
  });

  test('an empty sample has no median', () => {
    expect(median([])).toBeNaN();
  });
});
