import PQueue from 'p-queue';

/** How many tasks run at once before the service has proven to be fast. */
const START = 4;
/** A request that takes longer than this shows that the service is busy; milliseconds. */
const SLOW = 1_000;
/** As long as requests take less than this, more at once do no harm; milliseconds. */
const QUICK = 250;

/**
 * Number of connections such that no request waits for one: results, attachments, and for each session a request about its
 * run.
 */
export function connectionsFor(concurrency: number, sessions = 1): number {
  return 2 * concurrency + sessions;
}

/**
 * Runs tasks of a kind in the order of arrival. While tasks wait, each fast one allows one more to run at once; a slow or
 * failed one resets the limit.
 */
export class WideningQueue {
  #queue: PQueue;
  #most: number;
  /** How many ordinary tasks may run. */
  #room: number;
  /** Urgent tasks that are running or waiting. */
  #urgent = 0;

  /**
   * @param most how many tasks may ever run at once
   * @param onEnd called when a task has ended, after a waiting one has started
   */
  constructor(most: number, onEnd: () => void = () => {}) {
    this.#most = most;
    this.#room = this.#start;
    this.#queue = new PQueue({ concurrency: this.#start });
    this.#queue.on('next', onEnd);
  }

  get #start(): number {
    return Math.min(START, this.#most);
  }

  /** How many tasks may currently run at once. */
  get concurrency(): number {
    return this.#queue.concurrency;
  }

  /** Number of running tasks. */
  get running(): number {
    return this.#queue.pending;
  }

  /** Number of tasks that have not started. */
  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Settles like the task. Tasks listen to signals themselves: if the queue got a signal, it would search all its listeners
   * for each new one, and 12,000 tasks would take a second instead of a tenth.
   */
  add<T>(task: () => Promise<T>): Promise<T> {
    return this.#queue.add(async () => {
      const begun = performance.now();
      let time = Number.POSITIVE_INFINITY;
      try {
        const value = await task();
        time = performance.now() - begun;
        return value;
      } finally {
        this.#learn(time);
      }
    });
  }

  /**
   * Like `add`, for an urgent task: it starts before others, does not count toward the limit, and does not show how fast the
   * service is.
   */
  addUrgent<T>(task: () => Promise<T>): Promise<T> {
    const run = async () => {
      try {
        return await task();
      } finally {
        // This comes before the queue starts the next task, which must not take this one's place.
        this.#urgent--;
        this.#resize();
      }
    };
    // Added first, because new room is filled at once, and is meant for this task.
    const running = this.#queue.add(run, { priority: 1 });
    this.#urgent++;
    this.#resize();
    return running;
  }

  /** Prevents further tasks from starting. */
  stop(): void {
    this.#queue.pause();
  }

  #learn(time: number): void {
    if (time > SLOW) this.#room = this.#start;
    else if (time < QUICK && this.#room < this.#most && this.#queue.size > 0) this.#room++;
    this.#resize();
  }

  #resize(): void {
    const concurrency = Math.min(this.#room + this.#urgent, this.#most);
    if (concurrency !== this.#queue.concurrency) this.#queue.concurrency = concurrency;
  }
}
