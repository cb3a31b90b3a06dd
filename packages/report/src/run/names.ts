/** Unique values, by the index that rows use. */
export class Names<T> {
  readonly list: T[] = [];
  readonly #indexes = new Map<string, number>();

  /** @param key identifies the value */
  add(key: string, value: T): number {
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    this.#indexes.set(key, this.list.length);
    return this.list.push(value) - 1;
  }
}
