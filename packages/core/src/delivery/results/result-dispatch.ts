import { type Concurrency, WideningQueue } from '../requests/widening-queue.js';
import type { Outgoing } from './result-array.js';
import { ResultBatches } from './result-batches.js';
import type { ResultSender } from './result-sender.js';

export interface DispatchOptions extends Concurrency {
  /** Maximum number of results in one array. */
  batchSize: number;
  /** How long a result may wait for others, milliseconds. */
  flushInterval: number;
  /** Called when an array was sent or given up. */
  onChange(): void;
}

/** How many arrays may wait, besides those being sent. */
const SPARE_ARRAYS = 2;

/** Collects ready results in arrays, and sends several of these at once. */
export class ResultDispatch {
  #options: DispatchOptions;
  #batches: ResultBatches;
  #queue: WideningQueue;

  constructor(options: DispatchOptions) {
    this.#options = options;
    this.#batches = new ResultBatches(options.batchSize, options.flushInterval);
    this.#queue = new WideningQueue(options, options.onChange);
  }

  /** Number of arrays being sent. */
  get underWay(): number {
    return this.#queue.running;
  }

  get isIdle(): boolean {
    return this.#batches.length === 0 && this.underWay === 0;
  }

  /** Whether more may be read. @param preparing results that will be ready */
  hasRoom(preparing: number): boolean {
    const room = this.#options.batchSize * (this.#queue.concurrency + SPARE_ARRAYS);
    return this.#batches.length + preparing < room && !this.#batches.isFull;
  }

  /** @param limit number of results in one array that the service accepts */
  setLimit(limit: number): void {
    this.#batches.limit = Math.min(this.#options.batchSize, limit);
  }

  /** The result is ready. Copies its body. */
  push(result: Outgoing): void {
    this.#batches.push(result);
  }

  /** @param isLast whether no other result will follow, so everything ready is sent */
  ship(sender: ResultSender, isLast: boolean): void {
    while (this.#queue.waiting < this.#batches.countDue(isLast)) {
      // Rejects if delivery gave up. The journal keeps everything that was not marked as sent.
      this.#queue.add(() => this.#sendNext(sender)).catch(() => {});
    }
  }

  /** Drops waiting results; they stay in the journal. */
  stop(): void {
    this.#queue.stop();
  }

  /** The array is taken when it is its turn; until then it may still grow. */
  async #sendNext(sender: ResultSender): Promise<void> {
    const array = this.#batches.take();
    if (array === undefined) return;
    await sender.send(array);
    this.#batches.release(array);
  }
}
