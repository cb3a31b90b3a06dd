import { setImmediate as turnOfOthers } from 'node:timers/promises';

/** Lets long work pause now and then, so that other clients are served. */
export class Turn {
  #began = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#began > LENGTH;
  }

  /** Resolves after other work has had its turn. */
  async next(): Promise<void> {
    await turnOfOthers();
    this.#began = performance.now();
  }
}

/** Milliseconds. */
const LENGTH = 5;
