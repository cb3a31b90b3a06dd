import type { Width } from './width.js';

/** Lets as many tasks run at once as there is room for, the others in the order in which they came. */
export class Lanes {
  #width: Width;
  #waiting: (() => void)[] = [];

  constructor(width: Width) {
    this.#width = width;
  }

  /** Settles as the task does. */
  run<T>(task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        this.#width
          .run(task, () => this.#waiting.length > 0)
          .finally(() => this.#begin())
          .then(resolve, reject);
      });
      this.#begin();
    });
  }

  #begin(): void {
    while (this.#width.hasRoom && this.#waiting.length > 0) this.#waiting.shift()?.();
  }
}
