import { closeSync, openSync, readSync } from 'node:fs';

/** A line of a journal with its place: `sequence` is its number, 0 being the session's line. */
export interface JournalLine {
  sequence: number;
  offset: number;
  /** Good until the next line is asked for: the memory is used again. */
  bytes: Buffer;
}

const BLOCK = 256 * 1024;
const LINE_FEED = 0x0a;

/** Reads a journal from its beginning while it grows. Holds one block, however long the journal is. */
export class JournalReader {
  #descriptor: number;
  #from: number;
  #block: Buffer = Buffer.allocUnsafeSlow(BLOCK);
  /** What of the block was read from the file. */
  #filled: Buffer = this.#block.subarray(0, 0);
  /** Offset in the file of the block's first byte. */
  #offset: number;
  /** First byte of the block that was not handed out yet. */
  #at = 0;
  #sequence = 0;

  /** @param from offset of the first line that is read */
  constructor(path: string, from = 0) {
    this.#from = from;
    this.#offset = from;
    this.#descriptor = openSync(path, 'r');
  }

  /** The next whole line, or undefined when there is none (yet). A last line without an end is not whole. */
  next(): JournalLine | undefined {
    let end = this.#filled.indexOf(LINE_FEED, this.#at);
    if (end < 0) {
      end = this.#fill();
      if (end < 0) return undefined;
    }
    const line = {
      sequence: this.#sequence++,
      offset: this.#offset + this.#at,
      bytes: this.#filled.subarray(this.#at, end),
    };
    this.#at = end + 1;
    return line;
  }

  /** Starts again from the first line. */
  rewind(): void {
    this.#filled = this.#block.subarray(0, 0);
    this.#offset = this.#from;
    this.#at = 0;
    this.#sequence = 0;
  }

  /** The line of `length` bytes at `offset`, as `next` gave it before, and good for as long. */
  read(offset: number, length: number): Buffer {
    const start = offset - this.#offset;
    if (start >= 0 && start + length <= this.#filled.length) return this.#filled.subarray(start, start + length);
    const bytes = Buffer.allocUnsafe(length);
    let read = 0;
    while (read < length) {
      const count = readSync(this.#descriptor, bytes, read, length - read, offset + read);
      if (count === 0) break;
      read += count;
    }
    return bytes.subarray(0, read);
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** Reads on until a line's end is in the block. @returns where it is, or -1 at the file's end */
  #fill(): number {
    for (;;) {
      this.#makeRoom();
      const filled = this.#filled.length;
      const room = this.#block.length - filled;
      const count = readSync(this.#descriptor, this.#block, filled, room, this.#offset + filled);
      if (count === 0) return -1;
      this.#filled = this.#block.subarray(0, filled + count);
      const end = this.#filled.indexOf(LINE_FEED, filled);
      if (end >= 0) return end;
    }
  }

  /** Moves what was not handed out yet to the block's beginning, unless half of the block is free. */
  #makeRoom(): void {
    const half = this.#block.length / 2;
    if (this.#filled.length <= half) return;
    const rest = this.#filled.length - this.#at;
    // A line that is longer than the block takes a longer one, which is given up when the line has passed.
    const size = rest > half ? this.#block.length * 2 : rest > BLOCK / 2 ? this.#block.length : BLOCK;
    const target = size === this.#block.length ? this.#block : Buffer.allocUnsafeSlow(size);
    this.#filled.copy(target, 0, this.#at);
    this.#block = target;
    this.#filled = target.subarray(0, rest);
    this.#offset += this.#at;
    this.#at = 0;
  }
}
