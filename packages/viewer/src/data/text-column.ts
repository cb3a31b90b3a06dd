/**
 * Many texts in one: a string and the place where each begins. A hundred thousand strings of their own would cost the page more
 * memory than their characters do, and looking for a word in all of them would take a hundred thousand calls.
 */
export class TextColumn {
  readonly #all: string;
  readonly #starts: Uint32Array;
  readonly #folded: string;
  /** As `#starts`, but where folding has changed a length. */
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
   * Calls back with the index of each text that has the term in it, in order.
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

  /** @param from index that the place is not before */
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

/** How texts and terms are compared. */
export function fold(text: string): string {
  return text.toLowerCase();
}

/** One more than there are texts: the last is where the next would begin. */
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
