/** Reproducible random numbers (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  }

  /** A number from 0 to 1, excluding 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer, with both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.between(0, choices.length - 1)] ?? choices[0];
  }

  shuffled<T>(values: readonly T[]): T[] {
    const keyed = values.map((value) => ({ value, key: this.fraction() }));
    return keyed.sort((one, other) => one.key - other.key).map(({ value }) => value);
  }

  /** Independent numbers: drawing from them does not change the numbers drawn here. */
  fork(): Random {
    return new Random(this.between(0, 2 ** 31));
  }
}
