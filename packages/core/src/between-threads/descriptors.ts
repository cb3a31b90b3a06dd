import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

// Captured at load, and no array's methods: the main thread holds a reserve too, and a suite may stub what it likes there.
const fs = { closeSync, openSync };

/** Whether this process or machine can open no more files and sockets: our own trouble, and nothing that the service does. */
export function isShortage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')) return true;
  return isShortage(error.cause) || (error instanceof AggregateError && isShortage(error.errors[0]));
}

/** File descriptors held back for delivery, in a process whose tests may open as many files as they are allowed to. */
export class DescriptorReserve {
  #count: number;
  #spare: number[] = [];

  /** @param room nothing is held back unless so many more could be opened */
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

  /** Lets one go for a file or socket that is opened right after; false where there is none. */
  release(): boolean {
    const last = this.#spare.length - 1;
    const descriptor = this.#spare[last];
    if (descriptor === undefined) return false;
    this.#spare.length = last;
    try {
      fs.closeSync(descriptor);
    } catch {
      // A test mocks the file system below what was captured (mock-fs): the descriptor stays open.
    }
    return true;
  }

  /** Holds back again what was let go, as far as possible. */
  fill(): void {
    try {
      while (!this.isFull) this.#spare[this.#spare.length] = fs.openSync(devNull, 'r');
    } catch {
      // Others have taken them meanwhile; another time then.
    }
  }

  /** Does what opens a file and closes it again, with a descriptor of the reserve where there is no other. */
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

  /** The same for what takes its time. */
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
