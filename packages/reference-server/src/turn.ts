import { setImmediate as turnOfOthers } from 'node:timers/promises';

/** Lets long work end its turn now and then, so that other clients have theirs. */
export class Turn {
  #began = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#began > LENGTH;
  }

  /** Resolves when others have had their turn. */
  async next(): Promise<void> {
    await turnOfOthers();
    this.#began = performance.now();
  }
}

/** Milliseconds. */
const LENGTH = 5;
