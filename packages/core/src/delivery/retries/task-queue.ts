/** How many tasks run at once before the service has proven to be fast. 32 at once would time out at a slow one. */
const START = 4;
/** A task that takes longer than this shows that the service is busy; milliseconds. */
const SLOW = 1_000;
/** As long as tasks take less than this, more at once do no harm; milliseconds. */
const QUICK = 250;

/**
 * Number of connections such that no request waits for one: results, attachments, and for each session a request about its
 * run.
 */
export function connectionsFor(concurrency: number, sessions = 1): number {
  return 2 * concurrency + sessions;
}

/** Tasks of a kind, in the order of arrival. */
interface Lane {
  readonly waiting: (() => Promise<void>)[];
  running: number;
}

/** Runs several tasks at once. While tasks wait, each quick one allows one more; a slow or failed one resets the limit. */
export class TaskQueue {
  readonly #most: number;
  readonly #onEnd: () => void;
  readonly #ordinary: Lane = { waiting: [], running: 0 };
  readonly #urgent: Lane = { waiting: [], running: 0 };
  /** How many ordinary tasks may run at once. */
  #limit: number;
  #isStopped = false;

  /**
   * @param most how many tasks may ever run at once
   * @param onEnd called when a task has ended, after a waiting one has started
   */
  constructor(most: number, onEnd: () => void = () => {}) {
    this.#most = most;
    this.#limit = Math.min(START, most);
    this.#onEnd = onEnd;
  }

  get limit(): number {
    return this.#limit;
  }

  get running(): number {
    return this.#ordinary.running;
  }

  get waiting(): number {
    return this.#ordinary.waiting.length;
  }

  /** Settles like the task. */
  add<T>(task: () => Promise<T>): Promise<T> {
    return this.#add(this.#ordinary, task);
  }

  /** Like `add`, for a task that starts before others, does not count toward their limit, and says nothing about the service. */
  addUrgent<T>(task: () => Promise<T>): Promise<T> {
    return this.#add(this.#urgent, task);
  }

  /** Prevents further tasks from starting. */
  stop(): void {
    this.#isStopped = true;
  }

  #add<T>(lane: Lane, task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      lane.waiting.push(async () => {
        lane.running++;
        const begun = performance.now();
        let time = Number.POSITIVE_INFINITY;
        try {
          const value = await task();
          time = performance.now() - begun;
          resolve(value);
        } catch (error) {
          reject(error);
        }
        lane.running--;
        if (lane === this.#ordinary) this.#learn(time);
        this.#start();
        this.#onEnd();
      });
      this.#start();
    });
  }

  #learn(time: number): void {
    if (time > SLOW) this.#limit = Math.min(START, this.#most);
    else if (time < QUICK && this.#limit < this.#most && this.waiting > 0) this.#limit++;
  }

  #start(): void {
    while (!this.#isStopped && this.#ordinary.running + this.#urgent.running < this.#most) {
      const isFree = this.#ordinary.running < this.#limit;
      const next = this.#urgent.waiting.shift() ?? (isFree ? this.#ordinary.waiting.shift() : undefined);
      if (next === undefined) return;
      void next();
    }
  }
}
