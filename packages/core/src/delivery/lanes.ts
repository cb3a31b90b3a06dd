/** A task that takes longer than this shows that the other end has enough to do; milliseconds. */
const SLOW = 1_000;
/** As long as tasks take less, more of them at once do no harm; milliseconds. */
const QUICK = 250;

/**
 * Lets so many tasks run at once, the others in the order in which they came. Where more wait than run, each task that was
 * quick makes room for another one; a slow or failed one takes the room back.
 */
export class Lanes {
  #least: number;
  #most: number;
  #count: number;
  #running = 0;
  #waiting: (() => void)[] = [];

  /**
   * @param least tasks at once, whatever they take
   * @param most tasks at once
   */
  constructor(least: number, most = least) {
    this.#least = least;
    this.#most = most;
    this.#count = least;
  }

  /** Settles as the task does. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#count) this.#running++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const begun = performance.now();
    let isDone = false;
    try {
      const result = await task();
      isDone = true;
      return result;
    } finally {
      this.#adapt(isDone ? performance.now() - begun : Number.POSITIVE_INFINITY);
      this.#running--;
      while (this.#running < this.#count && this.#waiting.length > 0) {
        this.#running++;
        this.#waiting.shift()?.();
      }
    }
  }

  #adapt(time: number): void {
    if (time > SLOW) this.#count = this.#least;
    else if (time < QUICK && this.#waiting.length > this.#count && this.#count < this.#most) this.#count++;
  }
}
