import { closeSync, openSync, writeSync } from 'node:fs';
import { clearTimeout, setTimeout } from 'node:timers';
import type { OpenEntry } from '../format/entries.js';
import { sealLine } from '../format/journal-line.js';

/** Receives lines that the main thread could not write; true if it accepted them. */
export type LineFallback = (lines: string) => boolean;

// Captured at load: a suite may stub Buffer in this process.
const write = writeSync;
const { from: encode, byteLength } = Buffer;

/** How long a line may wait for another one, milliseconds. */
const HELD_BACK = 200;

/**
 * The append-only file that is the queue. Its descriptor is opened once. When `append` returns, a line is in the file, or
 * was accepted by the fallback.
 */
export class Journal {
  #descriptor: number | undefined;
  /** Whether the file may end in the middle of a line, ours or the fallback's. */
  #torn = false;
  #fallback: LineFallback;
  /** Lines that are written with the next one. If they never are, nothing is lost. */
  #heldBack = '';
  #release: NodeJS.Timeout | undefined;
  /** Number of lines so far. A line keeps its number, whoever finally writes it. */
  #count = 0;
  /** Bytes written by this process. */
  bytes = 0;
  /** Number of lines that neither the file nor the fallback accepted. */
  lost = 0;

  /** @param path of an existing file; undefined if there is no place to write to, so that every line goes to the fallback */
  constructor(path: string | undefined, fallback: LineFallback) {
    this.#fallback = fallback;
    if (path !== undefined) this.#descriptor = openSync(path, 'a', 0o600);
  }

  /** Number of the last appended line. */
  get lastLine(): number {
    return this.#count - 1;
  }

  /** @returns false if the line is not in the file, or was not written by this thread */
  append(entry: OpenEntry): boolean {
    const lines = this.#heldBack + sealLine(entry, this.#count++);
    this.#heldBack = '';
    return this.#append(lines);
  }

  /** For an unimportant line: it is written with the next one or after a moment, which saves a write. */
  appendWithNext(entry: OpenEntry): void {
    this.#heldBack += sealLine(entry, this.#count++);
    if (this.#release !== undefined) return;
    this.#release = setTimeout(() => {
      this.#release = undefined;
      this.#appendHeldBack();
    }, HELD_BACK);
    this.#release.unref();
  }

  close(): void {
    clearTimeout(this.#release);
    this.#appendHeldBack();
    if (this.#descriptor === undefined) return;
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    try {
      closeSync(descriptor);
    } catch {
      // A suite may have closed every descriptor that it found. Everything written is still there.
    }
  }

  #appendHeldBack(): void {
    const lines = this.#heldBack;
    this.#heldBack = '';
    if (lines !== '') this.#append(lines);
  }

  #append(lines: string): boolean {
    if (this.#descriptor !== undefined && this.#write(this.#descriptor, lines)) return true;
    // The fallback may append lines to the same file.
    if (!this.#fallback(this.#torn ? `\n${lines}` : lines)) this.lost++;
    return false;
  }

  #write(descriptor: number, lines: string): boolean {
    // Closes off a fragment, so that it costs only one line.
    const text = this.#torn ? `\n${lines}` : lines;
    try {
      this.bytes += writeWhole(descriptor, text);
    } catch {
      this.#torn = true;
      return false;
    }
    this.#torn = false;
    return true;
  }
}

/** @returns the number of bytes */
function writeWhole(descriptor: number, text: string): number {
  const length = byteLength(text);
  let written = write(descriptor, text);
  if (written === length) return length;
  // Only bytes show where the rest begins.
  const bytes = encode(text, 'utf8');
  while (written < length) written += write(descriptor, bytes, written, length - written, null);
  return length;
}
