import type { Attachments } from './attachments.js';
import type { Store } from './database/store.js';
import type { Expired } from './database/views.js';

/** How much to keep. */
export interface Keeping {
  days: number | undefined;
  runs: number | undefined;
}

/** Deletes runs that are over and no longer wanted, and attachments that no run names, now and once an hour. */
export class Keeper {
  readonly #store: Store;
  readonly #attachments: Attachments;
  readonly #keeping: Keeping;
  readonly #say: (text: string) => void;
  readonly #stopped = new AbortController();
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param say is called with how many runs were deleted, or with the reason of a failure */
  constructor(store: Store, attachments: Attachments, keeping: Keeping, say: (text: string) => void) {
    this.#store = store;
    this.#attachments = attachments;
    this.#keeping = keeping;
    this.#say = say;
  }

  start(): void {
    this.#running = this.#delete().catch((error: Error) => {
      if (!this.#stopped.signal.aborted) this.#say(`Could not delete old runs: ${error.message}`);
    });
    this.#timer = setTimeout(() => this.start(), PERIOD).unref();
  }

  /** Resolves when nothing is being deleted. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #delete(): Promise<void> {
    const { days, runs } = this.#keeping;
    const now = Date.now();
    const expired: Expired = {
      ...(days === undefined ? {} : { before: new Date(now - days * DAY).toISOString() }),
      ...(runs === undefined ? {} : { beyond: runs }),
    };
    const deleted = await this.#each(
      () => this.#store.expiredRuns(expired),
      (id) => this.#store.deleteRun(id),
    );
    if (deleted > 0) this.#say(`Deleted ${deleted} old run${deleted === 1 ? '' : 's'}.`);
    // An upload whose result has not arrived yet is younger.
    const before = new Date(now - DAY).toISOString();
    await this.#each(
      () => this.#store.unusedAttachments(before),
      (id) => this.#attachments.remove({ id }),
    );
  }

  /** Deletes what is found, until nothing is. Returns how many. */
  async #each(find: () => Promise<string[]>, remove: (id: string) => Promise<void>): Promise<number> {
    let deleted = 0;
    for (let found = await find(); found.length > 0; found = await find()) {
      for (const id of found) {
        if (this.#stopped.signal.aborted) return deleted;
        await remove(id);
        deleted++;
      }
    }
    return deleted;
  }
}

const HOUR = 3_600_000;
const PERIOD = HOUR;
const DAY = 24 * HOUR;
