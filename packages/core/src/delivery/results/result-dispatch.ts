import { Width } from '../requests/width.js';
import { ReadyQueue } from './ready-queue.js';
import type { Outgoing, ResultArray } from './result-array.js';
import type { ResultSender } from './result-sender.js';

export interface DispatchOptions {
  /** Results of one array, at the most. */
  batchSize: number;
  /** How long a result may wait for others, milliseconds. */
  flushInterval: number;
  /** Arrays at once; more while the service is quick. */
  concurrency: number;
  /** An array was sent, or given up. */
  onChange(): void;
}

/** Arrays that may wait beside those that are on their way. */
const SPARE_ARRAYS = 2;

/** Gathers the results that are ready into arrays, and has as many of these sent at once as there is room for. */
export class ResultDispatch {
  #options: DispatchOptions;
  #queue: ReadyQueue;
  #width: Width;

  constructor(options: DispatchOptions) {
    this.#options = options;
    this.#queue = new ReadyQueue(options.batchSize, options.flushInterval);
    this.#width = new Width(options.concurrency);
  }

  /** Arrays on their way. */
  get underWay(): number {
    return this.#width.underWay;
  }

  get isIdle(): boolean {
    return this.#queue.length === 0 && this.underWay === 0;
  }

  /** Whether more may be read. @param preparing results that will be ready */
  hasRoom(preparing: number): boolean {
    const room = this.#options.batchSize * (this.#width.count + SPARE_ARRAYS);
    return this.#queue.length + preparing < room && !this.#queue.isFull;
  }

  /** @param limit results of one array that the service takes */
  setLimit(limit: number): void {
    this.#queue.limit = Math.min(this.#options.batchSize, limit);
  }

  /** The result is ready; its body is copied. */
  push(result: Outgoing): void {
    this.#queue.push(result);
  }

  /** @param isLast no other result will come: what is ready goes, however little it is */
  ship(sender: ResultSender, isLast: boolean): void {
    while (this.#width.hasRoom) {
      const array = isLast || this.#queue.isDue ? this.#queue.take() : undefined;
      if (array === undefined) return;
      void this.#send(sender, array);
    }
  }

  async #send(sender: ResultSender, array: ResultArray): Promise<void> {
    try {
      await this.#width.run(
        () => sender.send(array),
        () => this.#queue.isDue,
      );
      this.#queue.release(array);
    } catch {
      // Given up: the journal keeps what was not marked as sent.
    }
    this.#options.onChange();
  }
}
