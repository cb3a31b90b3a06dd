/** How many chunks to keep while the user goes from result to result. */
const KEPT = 4;

/** The last few chunks of one kind. */
export class RecentChunks<T> {
  readonly #load: (chunk: number) => Promise<T>;
  /** Sorted by last use; the most recent one comes last. */
  readonly #kept = new Map<number, Promise<T>>();

  constructor(load: (chunk: number) => Promise<T>) {
    this.#load = load;
  }

  get(chunk: number): Promise<T> {
    const value = this.#kept.get(chunk) ?? this.#load(chunk);
    this.#kept.delete(chunk);
    this.#kept.set(chunk, value);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(oldest);
    }
    value.catch(() => {
      if (this.#kept.get(chunk) === value) this.#kept.delete(chunk);
    });
    return value;
  }
}
