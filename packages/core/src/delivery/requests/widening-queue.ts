import PQueue from 'p-queue';

export interface Concurrency {
  /** Requests of a kind at once, at the most. */
  concurrency: number;
  /** How many are made at once before the service has shown that it is quick; no more than `concurrency` count. */
  startConcurrency: number;
}

/** A request that takes longer than this shows that the service has enough to do; milliseconds. */
const SLOW = 1_000;
/** As long as requests take less, more of them at once do no harm; milliseconds. */
const QUICK = 250;

/** Connections that let no request wait for one: results, attachments, and for each session a request about its run. */
export function connectionsFor(concurrency: number, sessions = 1): number {
  return 2 * concurrency + sessions;
}

/**
 * Runs tasks of a kind, in the order in which they come. While others wait, each task that was quick lets one more run
 * at once; a slow or failed one takes all that room back.
 */
export class WideningQueue {
  #queue: PQueue;
  #start: number;
  #most: number;
  /** How many of the ordinary tasks may run. */
  #room: number;
  /** Tasks that run beside these, or wait for their turn to. */
  #beside = 0;

  /** @param onEnd called when a task has ended, and the next one has begun where one waited */
  constructor({ concurrency, startConcurrency }: Concurrency, onEnd: () => void = () => {}) {
    this.#most = concurrency;
    this.#start = Math.min(startConcurrency, concurrency);
    this.#room = this.#start;
    this.#queue = new PQueue({ concurrency: this.#start });
    this.#queue.on('next', onEnd);
  }

  /** How many tasks may run at once, as things are. */
  get concurrency(): number {
    return this.#queue.concurrency;
  }

  /** Tasks that run. */
  get running(): number {
    return this.#queue.pending;
  }

  /** Tasks that have not begun. */
  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Settles as the task does. A task listens to signals by itself: a signal that is handed to the queue looks through all of
   * its listeners for each new one, so that 12,000 tasks would take a second instead of a tenth.
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

  /** The same for a task that begins before others, takes none of their room, and does not show how quick the service is. */
  addBeside<T>(task: () => Promise<T>): Promise<T> {
    const run = async () => {
      try {
        return await task();
      } finally {
        // Before the queue looks for the next task, which must not take this one's place.
        this.#beside--;
        this.#resize();
      }
    };
    // Added first: new room is filled at once, and is meant for this one.
    const running = this.#queue.add(run, { priority: 1 });
    this.#beside++;
    this.#resize();
    return running;
  }

  /** No task begins any more. */
  stop(): void {
    this.#queue.pause();
  }

  #learn(time: number): void {
    if (time > SLOW) this.#room = this.#start;
    else if (time < QUICK && this.#room < this.#most && this.#queue.size > 0) this.#room++;
    this.#resize();
  }

  #resize(): void {
    const concurrency = Math.min(this.#room + this.#beside, this.#most);
    if (concurrency !== this.#queue.concurrency) this.#queue.concurrency = concurrency;
  }
}
