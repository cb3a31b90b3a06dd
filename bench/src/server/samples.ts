/** Repeated measurements of one quantity. */
export class Samples {
  readonly #values: number[] = [];

  add(value: number): void {
    this.#values.push(value);
  }

  /** The median, the minimum and the maximum, such as `20,100 (19,800–21,000)`. */
  toString(digits = 0): string {
    const sorted = this.#values.toSorted((a, b) => a - b);
    const middle = sorted.length / 2;
    const median = ((sorted[Math.floor(middle - 0.5)] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
    const written = [median, sorted[0] ?? Number.NaN, sorted.at(-1) ?? Number.NaN].map((value) =>
      value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    );
    return `${written[0]} (${written[1]}–${written[2]})`;
  }
}
