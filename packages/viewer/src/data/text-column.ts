/**
 * Many texts in one string, with the position of each. A hundred thousand separate strings would need more memory than their
 * characters, and searching all of them would take a hundred thousand calls.
 */
export class TextColumn {
  readonly #all: string;
  readonly #starts: Uint32Array;
  readonly #folded: string;
  /** Like `#starts`, for the folded text. It differs only if folding has changed a length. */
  readonly #foldedStarts: Uint32Array;

  constructor(texts: readonly string[]) {
    this.#all = texts.join('\n');
    this.#starts = startsOf(texts, (text) => text.length);
    const folded = fold(this.#all);
    this.#folded = folded;
    this.#foldedStarts =
      folded.length === this.#all.length ? this.#starts : startsOf(texts, (text) => fold(text).length);
  }

  at(index: number): string {
    const start = this.#starts[index] ?? 0;
    const next = this.#starts[index + 1] ?? 1;
    return this.#all.slice(start, next - 1);
  }

  /**
   * Calls back with the index of each text that contains the term, in order.
   * @param term folded, without line breaks
   */
  find(term: string, found: (index: number) => void): void {
    let index = 0;
    for (let place = this.#folded.indexOf(term); place !== -1; ) {
      index = this.#indexAt(place, index);
      found(index);
      const next = this.#foldedStarts[index + 1];
      if (next === undefined) return;
      place = this.#folded.indexOf(term, next);
    }
  }

  /** @param from a lower bound of the index */
  #indexAt(place: number, from: number): number {
    let low = from;
    let high = this.#foldedStarts.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#foldedStarts[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Normalizes texts and terms for comparison. */
export function fold(text: string): string {
  return text.toLowerCase();
}

/** Has one more entry than there are texts: the last is where the next text would start. */
function startsOf(texts: readonly string[], length: (text: string) => number): Uint32Array {
  const starts = new Uint32Array(texts.length + 1);
  let start = 0;
  for (let index = 0; index < texts.length; index++) {
    starts[index] = start;
    start += length(texts[index] ?? '') + 1;
  }
  starts[texts.length] = start;
  return starts;
}
