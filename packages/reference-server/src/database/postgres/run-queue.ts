import { UnavailableError } from '../../problem.js';
import type { OnWait } from '../load.js';

interface Run {
  active: number;
  waiting: Set<() => void>;
}

/**
 * Limits how many requests for one run have a connection at a time. They would wait for each other in the database anyway, and
 * leave no connections for other runs.
 */
export class RunQueue {
  readonly #runs = new Map<string, Run>();
  readonly #onWait: OnWait | undefined;

  constructor(onWait?: OnWait) {
    this.#onWait = onWait;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return [...this.#runs.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  /** Rejects with a 503 if the wait takes too long. */
  async do<T>(id: string, work: () => Promise<T>): Promise<T> {
    const run = this.#runs.get(id) ?? { active: 0, waiting: new Set() };
    this.#runs.set(id, run);
    const asked = performance.now();
    try {
      if (run.active < MOST) run.active++;
      else await turn(run);
    } finally {
      this.#onWait?.((performance.now() - asked) / 1000, 'run');
    }
    try {
      return await work();
    } finally {
      const [next] = run.waiting;
      if (next !== undefined) next();
      else if (--run.active === 0) this.#runs.delete(id);
    }
  }
}

/** Resolves when an active request has passed on its place. */
function turn(run: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(limit);
      run.waiting.delete(begin);
      resolve();
    };
    const limit = setTimeout(() => {
      run.waiting.delete(begin);
      reject(
        new UnavailableError('Too many requests are changing this run.', 'Too many requests are changing this run.'),
      );
    }, PATIENCE);
    run.waiting.add(begin);
  });
}

/** Two, so that the next request reaches the database while it works on the first. */
const MOST = 2;
/** Milliseconds. */
const PATIENCE = 30_000;
