import { quantile } from '../quantile.js';

/** Repeated measurements of one quantity. */
export class Samples {
  readonly #values: number[] = [];

  add(value: number): void {
    this.#values.push(value);
  }

  /** The median, the minimum and the maximum, such as `20,100 (19,800–21,000)`. */
  toString(digits = 0): string {
    const written = [0.5, 0, 1].map((share) =>
      quantile(this.#values, share).toLocaleString('en', {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
    );
    return `${written[0]} (${written[1]}–${written[2]})`;
  }
}
