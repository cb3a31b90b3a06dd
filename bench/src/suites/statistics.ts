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
 * The median with its 95 % confidence interval, whatever the distribution: each value lies below the true median with a
 * probability of one half. With fewer than six values, the interval is the whole sample.
 */
export function confidence(values: readonly number[]): Interval {
  const sorted = values.toSorted((a, b) => a - b);
  const { length } = sorted;
  // How many values at either end lie outside: as long as it is unlikely enough that all the others are on one side.
  let outside = 0;
  let ways = 1;
  for (let probability = 0.5 ** length; probability <= 0.025; probability += ways * 0.5 ** length) {
    outside++;
    ways *= (length - outside + 1) / outside;
  }
  const [low = Number.NaN, high = Number.NaN] = [sorted[outside], sorted[length - 1 - outside]];
  return { median: median(values), low, high };
}

/** The line through the costs of two sizes: a fixed cost, and a cost per test. */
export function lineThrough(smaller: { size: number; cost: number }, larger: { size: number; cost: number }) {
  const slope = (larger.cost - smaller.cost) / (larger.size - smaller.size);
  return { fixed: smaller.cost - smaller.size * slope, slope };
}
