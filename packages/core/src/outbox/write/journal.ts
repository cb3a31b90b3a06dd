import { closeSync, openSync, writeSync } from 'node:fs';
import { clearTimeout, setTimeout } from 'node:timers';
import type { OpenEntry } from '../format/entries.js';
import { sealLine } from '../format/journal-line.js';

/** Where lines go that the main thread could not write; true when they were taken. */
export type LineFallback = (lines: string) => boolean;

// Captured at load: a suite may stub Buffer in this process.
const write = writeSync;
const { from: encode, byteLength } = Buffer;

/** How long a line may be held back for another one, milliseconds. */
const HELD_BACK = 200;

/**
 * The append-only file that is the queue. Its descriptor is opened once; a line is in the file, or taken by the
 * fallback, when `append` returns.
 */
export class Journal {
  #descriptor: number | undefined;
  /** The file may end in the middle of a line: in one of ours, or of the fallback's. */
  #torn = false;
  #fallback: LineFallback;
  /** Lines that leave with the next one: nothing is lost when they never do. */
  #heldBack = '';
  #release: NodeJS.Timeout | undefined;
  /** Lines so far; each has its number, whoever writes it in the end. */
  #count = 0;
  /** Bytes written by this process. */
  bytes = 0;
  /** Lines that neither the file nor the fallback took. */
  lost = 0;

  /** @param path of a file that is there; undefined: there is no place to write to, every line goes to the fallback */
  constructor(path: string | undefined, fallback: LineFallback) {
    this.#fallback = fallback;
    if (path !== undefined) this.#descriptor = openSync(path, 'a', 0o600);
  }

  /** Number of the line that was appended last. */
  get lastLine(): number {
    return this.#count - 1;
  }

  /** @returns false when the line is not in the file, or not by this thread's doing */
  append(entry: OpenEntry): boolean {
    const lines = this.#heldBack + sealLine(entry, this.#count++);
    this.#heldBack = '';
    return this.#append(lines);
  }

  /** For a line that nothing is lost without: it leaves with the next one, or after a moment, which is one write less. */
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
      // A suite may have closed every descriptor it found; what was written stays written.
    }
  }

  #appendHeldBack(): void {
    const lines = this.#heldBack;
    this.#heldBack = '';
    if (lines !== '') this.#append(lines);
  }

  #append(lines: string): boolean {
    if (this.#descriptor !== undefined && this.#write(this.#descriptor, lines)) return true;
    // Whoever takes the lines may append them to the same file.
    if (!this.#fallback(this.#torn ? `\n${lines}` : lines)) this.lost++;
    return false;
  }

  #write(descriptor: number, lines: string): boolean {
    // A fragment is closed off, so that it costs one line and not two.
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

/** @returns how many bytes that were */
function writeWhole(descriptor: number, text: string): number {
  const length = byteLength(text);
  let written = write(descriptor, text);
  if (written === length) return length;
  // Only in bytes is it known where the rest begins.
  const bytes = encode(text, 'utf8');
  while (written < length) written += write(descriptor, bytes, written, length - written, null);
  return length;
}
