import type { DeliveryContext } from '../delivery-options.js';
import { WideningQueue } from '../requests/widening-queue.js';
import { type Outgoing, ResultArray, USUAL_BYTES } from './result-array.js';
import type { ResultSender } from './result-sender.js';

/** How many arrays may wait, besides those being sent. */
const SPARE_ARRAYS = 2;

/** Maximum size of one request, bytes. Services need not accept more than 10 MiB, and most accept less. */
const ARRAY_BYTES = 2 * 1024 * 1024;
/** Maximum size of results waiting in memory, bytes; the rest stays in the journal. */
const WAITING_BYTES = 16 * 1024 * 1024;
/** Size of memory worth keeping for the next array, bytes. */
const KEPT_BYTES = 256 * 1024;
const BRACKETS = 2;

/** Collects ready results in arrays, and sends several of these at once. */
export class ResultDispatch {
  #batchSize: number;
  #batches: ResultBatches;
  #queue: WideningQueue;

  constructor(context: DeliveryContext) {
    this.#batchSize = context.batchSize;
    this.#batches = new ResultBatches(context.batchSize, context.flushInterval);
    this.#queue = new WideningQueue(context, context.pump);
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
    const room = this.#batchSize * (this.#queue.concurrency + SPARE_ARRAYS);
    return this.#batches.length + preparing < room && !this.#batches.isFull;
  }

  /** @param limit number of results in one array that the service accepts */
  setLimit(limit: number): void {
    this.#batches.limit = Math.min(this.#batchSize, limit);
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

/** Results that can be sent, collected in arrays by count, bytes and time. */
class ResultBatches {
  /** Only the last of them may still grow. */
  #arrays: ResultArray[] = [];
  /** Memory of sent arrays, for reuse. */
  #spare: Buffer[] = [];
  /** Number of results. */
  length = 0;
  #bytes = 0;
  #flushInterval: number;
  /** Maximum number of results in one array. */
  limit: number;

  /**
   * @param limit maximum number of results in one array
   * @param flushInterval how long a result may wait for others, milliseconds
   */
  constructor(limit: number, flushInterval: number) {
    this.limit = limit;
    this.#flushInterval = flushInterval;
  }

  get isFull(): boolean {
    return this.#bytes >= WAITING_BYTES;
  }

  /** Copies the body. */
  push(result: Outgoing): void {
    const bytes = result.end - result.start;
    const last = this.#arrays.at(-1);
    const isFull = last === undefined || last.items.length >= this.limit || last.bytes + bytes > ARRAY_BYTES;
    const array = isFull ? this.#begin(bytes) : last;
    const before = array.bytes;
    array.push(result);
    this.#bytes += array.bytes - before;
    this.length++;
  }

  /**
   * Arrays to send now: those that are full, or whose first result has waited long enough.
   * @param isLast whether no other result will follow
   */
  countDue(isLast: boolean): number {
    const last = this.#arrays.at(-1);
    if (last === undefined) return 0;
    const isFull = last.items.length >= this.limit || last.bytes >= ARRAY_BYTES;
    const isDue = isLast || isFull || performance.now() - last.since >= this.#flushInterval;
    return isDue ? this.#arrays.length : this.#arrays.length - 1;
  }

  /** The next array. */
  take(): ResultArray | undefined {
    const array = this.#arrays.shift();
    if (array === undefined) return undefined;
    this.length -= array.items.length;
    this.#bytes -= array.bytes;
    return array;
  }

  /**
   * An array and all of its results are finished, so its memory can be reused. Without that, a flush of 100,000 results had
   * 18 MiB more at its peak (124 against 106, medians of four pairs).
   */
  release({ memory }: ResultArray): void {
    if (memory.length >= USUAL_BYTES && memory.length <= KEPT_BYTES) this.#spare.push(memory);
  }

  #begin(bodyBytes: number): ResultArray {
    const isLone = this.limit === 1;
    const memory = isLone ? undefined : this.#spare.pop();
    const array = new ResultArray(memory ?? Buffer.allocUnsafeSlow(isLone ? bodyBytes + BRACKETS : USUAL_BYTES));
    this.#arrays.push(array);
    return array;
  }
}
