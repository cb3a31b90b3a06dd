/** A set of integers, stored as ranges. Numbers added in order take one range, however many they are. */
export class SequenceSet {
  /** Disjoint, ascending, never adjacent; both ends included. */
  #ranges: [from: number, to: number][] = [];

  add(from: number, to: number = from): void {
    const ranges = this.#ranges;
    const last = ranges[ranges.length - 1];
    if (last !== undefined && from === last[1] + 1) {
      // Numbers in order extend the last range.
      last[1] = to;
      return;
    }
    // The ranges that overlap or adjoin the new one become one with it.
    const before = this.#after(from - 1);
    const start = (ranges[before - 1]?.[1] ?? Number.NEGATIVE_INFINITY) >= from - 1 ? before - 1 : before;
    const end = this.#after(to + 1);
    const low = Math.min(from, ranges[start]?.[0] ?? from);
    const high = Math.max(to, ranges[end - 1]?.[1] ?? to);
    ranges.splice(start, end - start, [low, high]);
  }

  get size(): number {
    return this.#ranges.reduce((size, [from, to]) => size + to - from + 1, 0);
  }

  has(value: number): boolean {
    const range = this.#ranges[this.#after(value) - 1];
    return range !== undefined && value <= range[1];
  }

  /** How many integers from 0 to the maximum of two sets are in neither of them. */
  gapsBeside(other: SequenceSet): number {
    const both = new SequenceSet();
    for (const set of [this, other]) for (const [from, to] of set.#ranges) both.add(from, to);
    const highest = both.#ranges.at(-1)?.[1] ?? -1;
    return highest + 1 - both.size;
  }

  /** Index of the first range that begins after `value`. */
  #after(value: number): number {
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ranges[middle]?.[0] ?? 0) <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
