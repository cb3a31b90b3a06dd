/** Chunks that are looked at again and again while one goes from result to result; the others are loaded when they are needed. */
const KEPT = 4;

/** The last few chunks of one kind. */
export class RecentChunks<T> {
  readonly #load: (chunk: number) => Promise<T>;
  /** The chunk used last is the last. */
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
    value.catch(() => this.#kept.delete(chunk));
    return value;
  }
}
