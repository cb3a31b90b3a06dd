import { closeSync, openSync, readSync } from 'node:fs';

/** A line of a journal with its place: `sequence` is its number, 0 being the session's line. */
export interface JournalLine {
  sequence: number;
  offset: number;
  bytes: Buffer;
}

const CHUNK = 256 * 1024;
const LINE_FEED = 0x0a;

/** Reads a journal from its beginning while it grows. Holds one chunk, however long the journal is. */
export class JournalReader {
  #descriptor: number;
  #chunk: Buffer = Buffer.alloc(0);
  /** Offset in the file of the chunk's first byte. */
  #chunkOffset = 0;
  /** First byte of the chunk that was not handed out yet. */
  #at = 0;
  #sequence = 0;

  constructor(path: string) {
    this.#descriptor = openSync(path, 'r');
  }

  /** The next whole line, or undefined when there is none (yet). A last line without an end is not whole. */
  next(): JournalLine | undefined {
    let end = this.#chunk.indexOf(LINE_FEED, this.#at);
    if (end < 0) {
      if (!this.#fill()) return undefined;
      end = this.#chunk.indexOf(LINE_FEED, this.#at);
      if (end < 0) return undefined;
    }
    const line = {
      sequence: this.#sequence++,
      offset: this.#chunkOffset + this.#at,
      bytes: this.#chunk.subarray(this.#at, end),
    };
    this.#at = end + 1;
    return line;
  }

  /** Starts again from the first line. */
  rewind(): void {
    this.#chunk = Buffer.alloc(0);
    this.#chunkOffset = 0;
    this.#at = 0;
    this.#sequence = 0;
  }

  /** The line of `length` bytes at `offset`, as `next` gave it before. */
  read(offset: number, length: number): Buffer {
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

  /** Appends what the file has to the rest of the chunk, until a line's end is in it. False at the file's end. */
  #fill(): boolean {
    const rest = this.#chunk.length - this.#at;
    let size = Math.max(CHUNK, rest * 2);
    let found = false;
    for (;;) {
      const kept = this.#chunk.subarray(this.#at);
      const next = Buffer.allocUnsafe(size);
      kept.copy(next);
      const count = readSync(
        this.#descriptor,
        next,
        kept.length,
        size - kept.length,
        this.#chunkOffset + this.#at + kept.length,
      );
      if (count === 0) return found;
      this.#chunkOffset += this.#at;
      this.#at = 0;
      this.#chunk = next.subarray(0, kept.length + count);
      found = this.#chunk.indexOf(LINE_FEED, kept.length) >= 0;
      if (found) return true;
      size = Math.max(CHUNK, this.#chunk.length * 2);
    }
  }
}
