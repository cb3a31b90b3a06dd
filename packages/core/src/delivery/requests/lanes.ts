import type { Width } from './width.js';

/** Lets as many tasks run at once as there is room for, the others in the order in which they came. */
export class Lanes {
  #width: Width;
  #waiting: (() => void)[] = [];
  /** Index of the first one that still waits: shifting a long array costs its whole length. */
  #first = 0;

  constructor(width: Width) {
    this.#width = width;
  }

  /** Settles as the task does. */
  run<T>(task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        this.#width
          .run(task, () => this.#first < this.#waiting.length)
          .finally(() => this.#begin())
          .then(resolve, reject);
      });
      this.#begin();
    });
  }

  #begin(): void {
    while (this.#width.hasRoom && this.#first < this.#waiting.length) this.#take()?.();
  }

  #take(): (() => void) | undefined {
    const next = this.#waiting[this.#first++];
    if (2 * this.#first >= this.#waiting.length) {
      this.#waiting.splice(0, this.#first);
      this.#first = 0;
    }
    return next;
  }
}
