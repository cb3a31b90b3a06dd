import { UnavailableError } from '../../problem.js';
import type { OnWait } from '../load.js';

interface Run {
  active: number;
  waiting: Set<() => void>;
}

/**
 * Lets few requests for one run have a connection at a time. In the database they wait for each other anyway, and they would
 * leave no connection for other runs.
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

  /** Rejects with a 503 when the turn does not come in time. */
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

/** Resolves when one that is active has handed its place on. */
function turn(run: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(limit);
      run.waiting.delete(begin);
      resolve();
    };
    const limit = setTimeout(() => {
      run.waiting.delete(begin);
      reject(new UnavailableError('Too many requests change the same run.', 'Too many requests change the same run.'));
    }, PATIENCE);
    run.waiting.add(begin);
  });
}

/** The second is on its way to the database while the first one is at work there. */
const MOST = 2;
/** Milliseconds. */
const PATIENCE = 30_000;
