import { describe, expect, test } from 'vitest';
import { confidence, lineThrough, spread } from './statistics.js';

test('a spread is the median and the middle half', () => {
  expect(spread([5, 1, 2, 4, 3])).toEqual({ median: 3, low: 2, high: 4 });
});

describe('confidence', () => {
  const sample = Array.from({ length: 25 }, (_, index) => 100 + ((index * 7) % 25));

  test('the interval is the same every time', () => {
    expect(confidence(sample)).toEqual(confidence([...sample]));
  });

  test('the interval contains the median and is inside the sample', () => {
    const { median, low, high } = confidence(sample);
    expect(median).toBe(112);
    expect(low).toBeLessThan(median);
    expect(high).toBeGreaterThan(median);
    expect(low).toBeGreaterThan(100);
    expect(high).toBeLessThan(124);
  });

  test('one outlier does not widen it', () => {
    expect(confidence([...sample.slice(1), 100_000]).high).toBeLessThan(124);
  });

  test('equal values have no uncertainty', () => {
    expect(confidence([4, 4, 4])).toEqual({ median: 4, low: 4, high: 4 });
  });

  test('about 95 of 100 samples of noise contain the true median', () => {
    let state = 1;
    const noise = () => {
      state = (state * 16_807) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const hits = Array.from({ length: 200 }, () => confidence(Array.from({ length: 15 }, noise))).filter(
      ({ low, high }) => low <= 0.5 && high >= 0.5,
    ).length;
    expect(hits / 200).toBeGreaterThan(0.88);
  });

  test('an empty sample has no interval', () => {
    expect(confidence([])).toEqual({ median: Number.NaN, low: Number.NaN, high: Number.NaN });
  });
});

test('the fitted line has a fixed cost of 150 and 0.05 per test', () => {
  const { fixed, slope } = lineThrough({ size: 2_000, cost: 250 }, { size: 10_000, cost: 650 });
  expect(fixed).toBeCloseTo(150);
  expect(slope).toBeCloseTo(0.05);
});
