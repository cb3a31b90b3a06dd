import { median } from '../quantile.js';

/** The median and, in brackets, the minimum and the maximum. */
export function spread(values: readonly number[], digits = 1): string {
  const show = (value: number) =>
    value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${show(median(values))} (${show(Math.min(...values))} to ${show(Math.max(...values))})`;
}

/** Ratios of measurements made side by side. */
export function quotients(values: readonly number[], others: readonly number[]): number[] {
  return values.map((value, index) => value / (others[index] ?? Number.NaN));
}

/** Differences of measurements made side by side. */
export function differences(values: readonly number[], others: readonly number[]): number[] {
  return values.map((value, index) => value - (others[index] ?? Number.NaN));
}
