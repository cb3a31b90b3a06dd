import type { DeliveryContext } from '../delivery-options.js';
import { TaskQueue } from '../retries/task-queue.js';
import type { Outgoing } from './outgoing.js';
import type { ResultSender } from './result-sender.js';

/** How long a result waits for others to share its request, milliseconds. */
const FLUSH_INTERVAL = 1_000;
/** How many arrays may wait, besides those being sent. */
const SPARE_ARRAYS = 2;

/** Maximum size of several results in one request, bytes. Over a slow link, each answer is a sign that delivery progresses. */
const ARRAY_BYTES = 128 * 1024;
/** Maximum size of results waiting in memory, bytes; the rest stays in the journal. */
const WAITING_BYTES = 16 * 1024 * 1024;
/** Usual size of an array's memory, bytes. */
const USUAL_BYTES = 64 * 1024;
/** Size of memory worth keeping for the next array, bytes. */
const KEPT_BYTES = 256 * 1024;
const BRACKETS = 2;
const OPENING = 0x5b;
const COMMA = 0x2c;
const CLOSING = 0x5d;

/** Collects ready results in arrays by count, bytes and time, and sends several of these at once. */
export class ResultDispatch {
  readonly #batchSize: number;
  readonly #flushInterval: number;
  readonly #queue: TaskQueue;
  /** Maximum number of results in one array. */
  #limit: number;
  /** Those that wait. Only the last of them may still grow. */
  #arrays: ResultArray[] = [];
  /** Number of results in them. */
  #waiting = 0;
  /** Size of them, bytes. */
  #bytes = 0;
  /** Memory of sent arrays, for reuse. */
  #spare: Buffer[] = [];

  constructor(context: DeliveryContext) {
    this.#batchSize = context.batchSize;
    this.#limit = context.batchSize;
    this.#flushInterval = context.flushInterval ?? FLUSH_INTERVAL;
    this.#queue = new TaskQueue(context.concurrency, context.pump);
  }

  /** Number of arrays being sent. */
  get underWay(): number {
    return this.#queue.running;
  }

  get isIdle(): boolean {
    return this.#waiting === 0 && this.underWay === 0;
  }

  /** Whether more may be read. @param preparing results that will be ready */
  hasRoom(preparing: number): boolean {
    const room = this.#batchSize * (this.#queue.limit + SPARE_ARRAYS);
    return this.#waiting + preparing < room && this.#bytes < WAITING_BYTES;
  }

  /** @param limit number of results in one array that the service accepts */
  setLimit(limit: number): void {
    this.#limit = Math.min(this.#batchSize, limit);
  }

  /** The result is ready. Copies its body. */
  push(result: Outgoing): void {
    const bytes = result.end - result.start;
    const last = this.#arrays.at(-1);
    const isFull = last === undefined || last.items.length >= this.#limit || last.bytes + bytes > ARRAY_BYTES;
    const array = isFull ? this.#begin(bytes) : last;
    const before = array.bytes;
    array.push(result);
    this.#bytes += array.bytes - before;
    this.#waiting++;
  }

  /** @param isLast whether no other result will follow, so everything ready is sent */
  ship(sender: ResultSender, isLast: boolean): void {
    while (this.#queue.waiting < this.#countDue(isLast)) {
      // Rejects if delivery gave up. The journal keeps everything that was not marked as sent.
      this.#queue.add(() => this.#sendNext(sender)).catch(() => {});
    }
  }

  /** Drops waiting results; they stay in the journal. */
  stop(): void {
    this.#queue.stop();
  }

  /** Number of arrays to send now: those that are full, or whose first result has waited long enough. */
  #countDue(isLast: boolean): number {
    const last = this.#arrays.at(-1);
    if (last === undefined) return 0;
    const isFull = last.items.length >= this.#limit || last.bytes >= ARRAY_BYTES;
    const isDue = isLast || isFull || performance.now() - last.since >= this.#flushInterval;
    return isDue ? this.#arrays.length : this.#arrays.length - 1;
  }

  /** The array is taken when it is its turn; until then it may still grow. */
  async #sendNext(sender: ResultSender): Promise<void> {
    const array = this.#arrays.shift();
    if (array === undefined) return;
    const { items, bytes } = array;
    this.#waiting -= items.length;
    this.#bytes -= bytes;
    await sender.send(items, array.json);
    // All of its results are finished, so its memory can be reused. Without that, a flush of 100,000 results had 18 MiB more at
    // its peak (124 against 106, medians of four pairs).
    const { memory } = array;
    if (memory.length >= USUAL_BYTES && memory.length <= KEPT_BYTES) this.#spare.push(memory);
  }

  #begin(bodyBytes: number): ResultArray {
    const isLone = this.#limit === 1;
    const memory = isLone ? undefined : this.#spare.pop();
    const array = new ResultArray(memory ?? Buffer.allocUnsafeSlow(isLone ? bodyBytes + BRACKETS : USUAL_BYTES));
    this.#arrays.push(array);
    return array;
  }
}

/** Results collected in one JSON array, in the memory that it is sent from. */
class ResultArray {
  readonly items: { -readonly [K in keyof Outgoing]: Outgoing[K] }[] = [];
  memory: Buffer;
  /** When it was started, by `performance.now`. */
  readonly since = performance.now();
  /** Size of the array so far, without its closing bracket. */
  bytes = 0;

  /** @param memory initial memory; more is allocated when it is full */
  constructor(memory: Buffer) {
    this.memory = memory;
  }

  /** Copies the body. */
  push(result: Outgoing): void {
    const { sequence, otherLines, head, missing } = result;
    const start = this.bytes + 1;
    const end = start + result.end - result.start;
    if (end >= this.memory.length) this.#grow(end + 1);
    this.memory[this.bytes] = this.items.length === 0 ? OPENING : COMMA;
    result.bytes.copy(this.memory, start, result.start, result.end);
    this.bytes = end;
    this.items.push({ sequence, otherLines, head, missing, bytes: this.memory, start, end });
  }

  /** The whole array as JSON. */
  get json(): Buffer {
    this.memory[this.bytes] = CLOSING;
    return this.memory.subarray(0, this.bytes + 1);
  }

  #grow(least: number): void {
    const memory = Buffer.allocUnsafeSlow(Math.max(least, this.memory.length * 2));
    this.memory.copy(memory, 0, 0, this.bytes);
    this.memory = memory;
    for (const item of this.items) item.bytes = memory;
  }
}
