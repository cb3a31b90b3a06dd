import { type Concurrency, WideningQueue } from '../requests/widening-queue.js';
import type { Outgoing } from './result-array.js';
import { ResultBatches } from './result-batches.js';
import type { ResultSender } from './result-sender.js';

export interface DispatchOptions extends Concurrency {
  /** Results of one array, at the most. */
  batchSize: number;
  /** How long a result may wait for others, milliseconds. */
  flushInterval: number;
  /** An array was sent, or given up. */
  onChange(): void;
}

/** Arrays that may wait beside those that are on their way. */
const SPARE_ARRAYS = 2;

/** Gathers the results that are ready into arrays, and has several of these sent at once. */
export class ResultDispatch {
  #options: DispatchOptions;
  #batches: ResultBatches;
  #queue: WideningQueue;

  constructor(options: DispatchOptions) {
    this.#options = options;
    this.#batches = new ResultBatches(options.batchSize, options.flushInterval);
    this.#queue = new WideningQueue(options, options.onChange);
  }

  /** Arrays on their way. */
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

  /** @param limit results of one array that the service takes */
  setLimit(limit: number): void {
    this.#batches.limit = Math.min(this.#options.batchSize, limit);
  }

  /** The result is ready; its body is copied. */
  push(result: Outgoing): void {
    this.#batches.push(result);
  }

  /** @param isLast no other result will come, so everything ready is sent */
  ship(sender: ResultSender, isLast: boolean): void {
    while (this.#queue.waiting < this.#batches.countDue(isLast)) {
      // Rejected when it was given up: the journal keeps what was not marked as sent.
      this.#queue.add(() => this.#sendNext(sender)).catch(() => {});
    }
  }

  /** What waits stays in the journal. */
  stop(): void {
    this.#queue.stop();
  }

  /** The array is taken when its turn comes: until then it may still grow. */
  async #sendNext(sender: ResultSender): Promise<void> {
    const array = this.#batches.take();
    if (array === undefined) return;
    await sender.send(array);
    this.#batches.release(array);
  }
}
