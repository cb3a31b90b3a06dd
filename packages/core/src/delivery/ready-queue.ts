import type { Outgoing } from './result-sender.js';

/** Bytes of one request; the service need not take more than 10 MiB, and most take less. */
const BATCH_BYTES = 2 * 1024 * 1024;
/** Bytes that may wait in memory; what is beyond stays in the journal. */
const WAITING_BYTES = 16 * 1024 * 1024;

/** Results that can be sent, gathered into arrays by count, bytes and time. */
export class ReadyQueue {
  #results: Outgoing[] = [];
  #bytes = 0;
  #oldest = 0;
  #flushInterval: number;

  /** @param flushInterval how long a result may wait for others, milliseconds */
  constructor(flushInterval: number) {
    this.#flushInterval = flushInterval;
  }

  get length(): number {
    return this.#results.length;
  }

  get isFull(): boolean {
    return this.#bytes >= WAITING_BYTES;
  }

  push(result: Outgoing): void {
    if (this.#results.length === 0) this.#oldest = Date.now();
    this.#results.push(result);
    this.#bytes += result.body.length;
  }

  /** Whether an array should leave now: it is full, or its first result has waited long enough. */
  isDue(limit: number): boolean {
    if (this.#results.length === 0) return false;
    const waited = Date.now() - this.#oldest;
    return this.#results.length >= limit || this.#bytes >= BATCH_BYTES || waited >= this.#flushInterval;
  }

  /** The next array, of so many results at the most. */
  take(limit: number): Outgoing[] {
    let bytes = 0;
    let count = 0;
    for (const result of this.#results) {
      if (count === limit || (count > 0 && bytes + result.body.length > BATCH_BYTES)) break;
      bytes += result.body.length;
      count++;
    }
    this.#bytes -= bytes;
    this.#oldest = Date.now();
    return this.#results.splice(0, count);
  }
}
