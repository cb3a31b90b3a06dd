import { readSync } from 'node:fs';
import type { HeldFile } from '../../built-ins/held-file.js';
import { headOf, type JournalLine } from '../format/journal-line.js';
import { heldFiles } from '../format/plain-files.js';

const BLOCK = 256 * 1024;
/** Bytes. */
const LONGEST_LINE = 128 * 1024 * 1024;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** The byte order mark, which some editors add to a file. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** Reads a journal from its beginning while it grows. Keeps one block in memory, however long the journal is. */
export class JournalReader {
  #file: HeldFile;
  #isOwn: boolean;
  #block: Buffer = Buffer.allocUnsafeSlow(BLOCK);
  /** Number of bytes in the block that were read from the file. */
  #filled = 0;
  /** Offset in the file of the block's first byte. */
  #offset = 0;
  /** First byte of the block that was not yet returned. */
  #at = 0;
  /** Whether the block begins in a line whose beginning was dropped, because it is too long. */
  #isSkipping = false;
  #sequence = 0;

  /** @param file its path, or the open file, which stays open when the reader is closed */
  constructor(file: string | HeldFile) {
    this.#isOwn = typeof file === 'string';
    this.#file = typeof file === 'string' ? heldFiles.hold(file, 'read') : file;
  }

  /**
   * The next complete line, or undefined if there is none (yet). A last line without an ending is not complete. A line that
   * went through an editor or a Windows checkout may end with CR and LF.
   */
  next(): JournalLine | undefined {
    let end = this.#lineEnd(this.#at);
    if (end < 0) {
      end = this.#fill();
      if (end < 0) return undefined;
    }
    const start = this.#at;
    this.#at = end + 1;
    this.#isSkipping = false;
    return this.#line(start, this.#block[end - 1] === CARRIAGE_RETURN ? end - 1 : end);
  }

  /** The bytes after the last complete line; undefined if the journal ends with a complete line. */
  rest(): JournalLine | undefined {
    const start = this.#at;
    const end = this.#filled;
    this.#at = end;
    return start === end ? undefined : this.#line(start, end);
  }

  /** Starts again from the first line. */
  rewind(): void {
    this.#filled = 0;
    this.#offset = 0;
    this.#at = 0;
    this.#isSkipping = false;
    this.#sequence = 0;
  }

  /** The line of `length` bytes at `offset` that `next` returned before; valid as long as a line from `next`. */
  read(sequence: number, offset: number, length: number): JournalLine {
    const start = offset - this.#offset;
    const end = start + length;
    if (start >= 0 && end <= this.#filled) {
      return { bytes: this.#block, start, end, head: headOf(this.#block, start, end), sequence, offset, length };
    }
    const bytes = Buffer.allocUnsafe(length);
    const descriptor = this.#descriptor();
    let read = 0;
    while (descriptor !== undefined) {
      const count = readSync(descriptor, bytes, read, length - read, offset + read);
      if (count === 0) break;
      read += count;
    }
    return { bytes, start: 0, end: read, head: headOf(bytes, 0, read), sequence, offset, length };
  }

  /** Whether the line is in the block, so that it is unchanged since `next` returned it. */
  isInBlock({ bytes }: Pick<JournalLine, 'bytes'>): boolean {
    return bytes === this.#block;
  }

  close(): void {
    if (this.#isOwn) heldFiles.release(this.#file);
  }

  #line(from: number, end: number): JournalLine {
    const bytes = this.#block;
    const start = this.#offset + from === 0 ? from + markLength(bytes, end) : from;
    const head = headOf(bytes, start, end);
    return { bytes, start, end, head, sequence: this.#sequence++, offset: this.#offset + start, length: end - start };
  }

  /** Reads until a line's end is in the block. @returns its position, or -1 at the end of the file */
  #fill(): number {
    const descriptor = this.#descriptor();
    if (descriptor === undefined) return -1;
    for (;;) {
      this.#makeRoom();
      const filled = this.#filled;
      const room = this.#block.length - filled;
      const count = readSync(descriptor, this.#block, filled, room, this.#offset + filled);
      if (count === 0) return -1;
      this.#filled += count;
      const end = this.#lineEnd(filled);
      if (end >= 0) return end;
    }
  }

  /** Undefined if a test has closed and deleted the file of a running session: then it has no more lines. */
  #descriptor(): number | undefined {
    try {
      return heldFiles.descriptorOf(this.#file);
    } catch (error) {
      if (this.#isOwn) throw error;
      return undefined;
    }
  }

  /** The first line ending from there on, or -1. After the filled part, the block still contains older data. */
  #lineEnd(from: number): number {
    const end = this.#block.indexOf(LINE_FEED, from);
    return end < this.#filled ? end : -1;
  }

  /** Moves the rest to the block's beginning, unless half of the block is free. */
  #makeRoom(): void {
    const half = this.#block.length / 2;
    const filled = this.#filled;
    if (filled <= half) return;
    // A longer line can't be ours. Its end, read as a line, has no valid checksum, so it counts as unreadable.
    this.#isSkipping ||= filled - this.#at > LONGEST_LINE;
    if (this.#isSkipping) this.#at = filled - 1;
    const rest = filled - this.#at;
    // A line that is longer than the block needs a larger one, which is dropped after the line.
    const size = rest > half ? this.#block.length * 2 : rest > BLOCK / 2 ? this.#block.length : BLOCK;
    const target = size === this.#block.length ? this.#block : Buffer.allocUnsafeSlow(size);
    this.#block.copy(target, 0, this.#at, filled);
    this.#block = target;
    this.#filled = rest;
    this.#offset += this.#at;
    this.#at = 0;
  }
}

function markLength(bytes: Buffer, end: number): number {
  const { length } = BYTE_ORDER_MARK;
  return BYTE_ORDER_MARK.equals(bytes.subarray(0, Math.min(length, end))) ? length : 0;
}
