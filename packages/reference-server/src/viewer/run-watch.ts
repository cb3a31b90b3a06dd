import type { Store } from '../database/store.js';
import type { RunChange } from '../database/views.js';

/** Called when a run has changed or was deleted, and with undefined when runs were added. */
export type Listener = (change: RunChange | DeletedRun | undefined) => void;

/** A run that is no longer there. */
interface DeletedRun {
  id: string;
  isDeleted: true;
}

/**
 * Tells listeners which runs have changed, at most twice a second for each. Changes by this process are noted when they happen.
 * Those by other processes on the same database are found by one query a second over the runs that someone looks at. Without
 * other processes, a query every ten seconds finds deleted runs.
 */
export class RunWatch {
  readonly #store: Store;
  readonly #isShared: boolean;
  readonly #listeners = new Map<Listener, readonly string[]>();
  readonly #touched = new Set<string>();
  readonly #known = new Map<string, number>();
  /** Stays when all listeners have gone: the list of runs asks again after each change. */
  #newest: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #ticks = 0;

  /** @param isShared whether other processes may write to the database */
  constructor(store: Store, isShared: boolean) {
    this.#store = store;
    this.#isShared = isShared;
  }

  /** Call it after every change to a run. */
  touched(run: string): void {
    if (this.#listeners.size > 0) this.#touched.add(run.toLowerCase());
  }

  /** Calls `listener` from now on, first with the state of now. Returns a function that ends this. */
  listen(runs: readonly string[], listener: Listener): () => void {
    this.#listeners.set(listener, runs);
    for (const run of runs) {
      this.#known.delete(run);
      this.#touched.add(run);
    }
    this.#timer ??= setInterval(() => void this.#look(), PERIOD);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#known.clear();
      this.#touched.clear();
    };
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const isTurn = ++this.#ticks % (this.#isShared ? 2 : 20) === 0;
      const watched = new Set([...this.#listeners.values()].flat());
      const asked = isTurn ? [...watched] : [...watched].filter((run) => this.#touched.has(run));
      const isListTouched = isTurn || [...this.#touched].some((run) => !watched.has(run));
      this.#touched.clear();
      if (asked.length > 0) this.#tell(asked, await this.#store.changes(asked));
      if (isListTouched) await this.#lookForNewRuns();
    } catch {
      // The database is unreachable. The next look tells what has changed since.
      for (const run of this.#known.keys()) this.#touched.add(run);
    } finally {
      this.#isLooking = false;
    }
  }

  #tell(asked: readonly string[], changes: readonly RunChange[]): void {
    const found = new Map(changes.map((change) => [change.id, change]));
    for (const id of asked) {
      const change = found.get(id) ?? { id, isDeleted: true as const };
      const version = 'version' in change ? change.version : DELETED;
      if (this.#known.get(id) === version) continue;
      this.#known.set(id, version);
      for (const [listener, runs] of this.#listeners) if (runs.includes(id)) listener(change);
    }
  }

  async #lookForNewRuns(): Promise<void> {
    const [newest] = await this.#store.viewRuns({ limit: 1 });
    if (newest?.id === this.#newest) return;
    this.#newest = newest?.id;
    for (const listener of this.#listeners.keys()) listener(undefined);
  }
}

/** Less than every version. */
const DELETED = -1;
/** Milliseconds. */
const PERIOD = 500;
