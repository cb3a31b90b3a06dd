import { openSync } from 'node:fs';
import { devNull } from 'node:os';
import type { HeldFile } from './built-ins/held-file.js';
import { heldFiles } from './outbox/format/plain-files.js';

/** Whether this process or machine can't open more files or sockets, which is our problem and not the service's. */
export function isShortage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')) return true;
  return isShortage(error.cause) || (error instanceof AggregateError && isShortage(error.errors[0]));
}

/**
 * File descriptors reserved for delivery, because tests may open as many files as the process allows. Uses no array methods:
 * the main thread has a reserve too, and a suite may stub anything there.
 */
export class DescriptorReserve {
  #count: number;
  #spare: HeldFile[] = [];

  /** @param room reserve nothing unless this many more could be opened */
  constructor(count: number, room = 0) {
    this.#count = count + room;
    this.fill();
    const held = this.isFull || room === 0 ? count : 0;
    this.#count = count;
    while (this.#spare.length > held) this.release();
  }

  get isFull(): boolean {
    return this.#spare.length === this.#count;
  }

  /** Releases one for a file or socket that is opened right afterwards; false if there is none. */
  release(): boolean {
    const last = this.#spare.length - 1;
    const file = this.#spare[last];
    if (file === undefined) return false;
    this.#spare.length = last;
    try {
      heldFiles.release(file);
    } catch {
      // A test mocks the file system below the captured functions. The descriptor stays open.
    }
    return true;
  }

  /** Reserves released descriptors again, as far as possible. */
  fill(): void {
    try {
      while (!this.isFull) this.#spare[this.#spare.length] = heldFiles.hold(devNull, 'read', openSync(devNull, 'r'));
    } catch {
      // Others have taken them in the meantime. We try again later.
    }
  }

  /** Runs a function that opens and closes a file. Uses a reserved descriptor if no other is free. */
  lend<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      if (!isShortage(error) || !this.release()) throw error;
    }
    try {
      return action();
    } finally {
      this.fill();
    }
  }

  /** Like `lend`, for an asynchronous function. */
  async lendWhile<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      if (!isShortage(error) || !this.release()) throw error;
    }
    try {
      return await action();
    } finally {
      this.fill();
    }
  }

  close(): void {
    this.#count = 0;
    while (this.release());
  }
}
