import { Width } from './width.js';

/** Lets so many tasks run at once, the others in the order in which they came. */
export class Lanes {
  #width: Width;
  #running = 0;
  #waiting: (() => void)[] = [];

  constructor(width: number | Width) {
    this.#width = typeof width === 'number' ? new Width(width, width) : width;
  }

  /** Settles as the task does. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#width.count) this.#running++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const begun = performance.now();
    let isDone = false;
    try {
      const result = await task();
      isDone = true;
      return result;
    } finally {
      this.#width.ended(isDone ? performance.now() - begun : Number.POSITIVE_INFINITY, this.#waiting.length);
      this.#running--;
      while (this.#running < this.#width.count && this.#waiting.length > 0) {
        this.#running++;
        this.#waiting.shift()?.();
      }
    }
  }
}
