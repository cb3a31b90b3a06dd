import { closeSync, openSync, writeSync } from 'node:fs';

/** Where a line goes that the main thread could not write; true when it was taken. */
export type LineFallback = (line: string) => boolean;

// Captured at load: a suite may mock fs or stub Buffer in this process.
const write = writeSync;
const encode = Buffer.from;

/**
 * The append-only file that is the queue. Its descriptor is opened once; a line is in the file, or taken by the
 * fallback, when `append` returns.
 */
export class Journal {
  #descriptor: number | undefined;
  #torn = false;
  #fallback: LineFallback;
  /** Bytes written by this process. */
  bytes = 0;
  /** Lines that neither the file nor the fallback took. */
  lost = 0;

  /** @param path undefined: there is no place to write to, every line goes to the fallback */
  constructor(path: string | undefined, fallback: LineFallback) {
    this.#fallback = fallback;
    if (path !== undefined) this.#descriptor = openSync(path, 'ax', 0o600);
  }

  append(line: string): void {
    if (this.#descriptor === undefined || !this.#write(this.#descriptor, line)) {
      if (!this.#fallback(line)) this.lost++;
    }
  }

  close(): void {
    if (this.#descriptor === undefined) return;
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    try {
      closeSync(descriptor);
    } catch {
      // A suite may have closed every descriptor it found; what was written stays written.
    }
  }

  #write(descriptor: number, line: string): boolean {
    // After a torn write the fragment is closed off, so that it costs one line and not two.
    const bytes = encode(this.#torn ? `\n${line}` : line, 'utf8');
    let written = 0;
    try {
      while (written < bytes.length) written += write(descriptor, bytes, written, bytes.length - written, null);
    } catch {
      this.#torn ||= written > 0;
      return false;
    }
    this.#torn = false;
    this.bytes += bytes.length;
    return true;
  }
}
