import { median, quantile } from '../quantile.js';

/** An estimate and its interval. */
export interface Interval {
  median: number;
  low: number;
  high: number;
}

/** The median, and the range of the middle half. */
export function spread(values: readonly number[]): Interval {
  return { median: median(values), low: quantile(values, 0.25), high: quantile(values, 0.75) };
}

/**
 * The median with its 95% confidence interval, by drawing samples of the same size from the sample. The draws are always the
 * same.
 */
export function confidence(values: readonly number[], draws = 10_000): Interval {
  const random = seededRandom(SEED);
  const medians = Array.from({ length: draws }, () =>
    median(values.map(() => values[Math.floor(random() * values.length)] ?? Number.NaN)),
  );
  return { median: median(values), low: quantile(medians, 0.025), high: quantile(medians, 0.975) };
}

/** A fixed cost, and a cost per test. */
export interface Line {
  fixed: number;
  slope: number;
}

/** The line through the costs of two sizes. */
export function lineThrough(smaller: { size: number; cost: number }, larger: { size: number; cost: number }): Line {
  const slope = (larger.cost - smaller.cost) / (larger.size - smaller.size);
  return { fixed: smaller.cost - smaller.size * slope, slope };
}

const SEED = 20_260_101;

/** Reproducible pseudo-random numbers from 0 to 1 (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
