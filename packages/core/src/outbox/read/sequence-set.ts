/** A set of integers, stored as ranges. Numbers added in order take one range, however many they are. */
export class SequenceSet {
  /** Disjoint, ascending, never adjacent; both ends included. */
  #ranges: [from: number, to: number][] = [];
  size = 0;

  add(from: number, to: number = from): void {
    const ranges = this.#ranges;
    const last = ranges[ranges.length - 1];
    if (last !== undefined && from === last[1] + 1) {
      // Numbers in order extend the last range.
      last[1] = to;
      this.size += to - from + 1;
      return;
    }
    let start = this.#after(from - 1);
    if (start > 0 && (ranges[start - 1]?.[1] ?? Number.NEGATIVE_INFINITY) >= from - 1) start--;
    let end = start;
    let low = from;
    let high = to;
    let covered = 0;
    for (let range = ranges[end]; range !== undefined && range[0] <= to + 1; range = ranges[++end]) {
      low = Math.min(low, range[0]);
      high = Math.max(high, range[1]);
      covered += range[1] - range[0] + 1;
    }
    ranges.splice(start, end - start, [low, high]);
    this.size += high - low + 1 - covered;
  }

  has(value: number): boolean {
    // Numbers in order are beyond everything that was delivered.
    const last = this.#ranges[this.#ranges.length - 1];
    if (last === undefined || value > last[1]) return false;
    const range = this.#ranges[this.#after(value) - 1];
    return range !== undefined && value <= range[1];
  }

  /** How many integers from 0 to the maximum of two sets are in neither of them. */
  gapsBeside(other: SequenceSet): number {
    const highest = Math.max(this.#highest, other.#highest);
    if (this.size === highest + 1) return 0;
    const both = new SequenceSet();
    for (const set of [this, other]) for (const [from, to] of set.#ranges) both.add(from, to);
    return highest + 1 - both.size;
  }

  get #highest(): number {
    return this.#ranges.at(-1)?.[1] ?? -1;
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
