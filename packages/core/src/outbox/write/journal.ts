import { clearTimeout, setTimeout } from 'node:timers';
import type { HeldFile } from '../../built-ins/held-file.js';
import { append } from '../../built-ins/language.js';
import type { EndEntry, SettledEntry, WrittenEntry } from '../format/entries.js';
import { sealLine } from '../format/journal-line.js';
import { heldFiles, plainFiles, readText } from '../format/plain-files.js';

/** Receives lines that the main thread could not write; true if it accepted them. */
export type LineFallback = (lines: string, isResult: boolean) => boolean;

/** How long a settlement may wait for others, milliseconds. */
const HELD_BACK = 200;
/** How many may wait if the event loop is busy for longer, each with a key and a line. */
const MOST_HELD_BACK = 2 * 50;
/** Bytes of a journal that is reopened. */
const LONGEST = 256 * 1024 * 1024;

/**
 * The append-only file that is the queue. It is opened once. When `append` returns, a line is in the file, or
 * was accepted by the fallback.
 */
export class Journal {
  #file: HeldFile | undefined;
  /** Whether the file may end in the middle of a line, ours or the fallback's. */
  #torn = false;
  #fallback: LineFallback;
  /** Settlements that wait: key, line, key, line … If they are never written, nothing is lost. */
  #settled: number[] = [];
  #release: NodeJS.Timeout | undefined;
  /** Number of lines so far. A line keeps its number, whoever finally writes it. */
  #count: number;
  /** Number of lines that neither the file nor the fallback accepted. */
  lost = 0;
  /** Those of them that are results. */
  lostResults = 0;
  /** Why the file did not accept a line, if it ever did not. */
  trouble: string | undefined;

  /** @param file the path of an existing file, or the open file; undefined if there is no place to write to, so that every line goes to the fallback @param count number of lines that it has */
  constructor(file: string | HeldFile | undefined, fallback: LineFallback, count = 0) {
    this.#count = count;
    this.#fallback = fallback;
    this.#file = typeof file === 'string' ? heldFiles.hold(file, 'append') : file;
  }

  /** Number of the last appended line. */
  get lastLine(): number {
    return this.#count - 1;
  }

  /** @returns false if the line is not in the file, or was not written by this thread */
  append(entry: WrittenEntry): boolean {
    if (this.#settled.length >= MOST_HELD_BACK) this.#appendSettled();
    const line = sealLine(entry, this.#count);
    this.#count++;
    if (this.#file !== undefined && this.#write(this.#file, line)) return true;
    // The fallback may append lines to the same file.
    const isResult = entry.kind === 'result';
    if (!this.#fallback(this.#torn ? `\n${line}` : line, isResult)) {
      this.lost++;
      if (isResult) this.lostResults++;
    }
    return false;
  }

  /** Notes that a provisional result is final. That is written after a moment, in one line for many results. */
  settle(key: number, provisional: number): void {
    append(this.#settled, key);
    append(this.#settled, provisional);
    if (this.#release !== undefined) return;
    this.#release = setTimeout(() => {
      this.#release = undefined;
      this.#appendSettled();
    }, HELD_BACK);
    this.#release.unref();
  }

  /** Appends the last line, and closes the file. */
  end(entry: EndEntry): void {
    this.#appendSettled();
    this.append(entry);
    this.close();
  }

  /** Adds a line after the end, for whoever reads a journal that is kept. @returns its number @throws if there is no such file */
  addLater(entry: WrittenEntry, path: string): number {
    plainFiles.add(path, sealLine(entry, this.#count), 'append');
    return this.#count++;
  }

  close(): void {
    clearTimeout(this.#release);
    this.#appendSettled();
    if (this.#file !== undefined) heldFiles.release(this.#file);
    this.#file = undefined;
  }

  #appendSettled(): void {
    const settled = this.#settled;
    if (settled.length === 0) return;
    this.#settled = [];
    this.append(settledEntry(settled));
  }

  #write(file: HeldFile, line: string): boolean {
    // Closes off a fragment, so that it costs only one line.
    const text = this.#torn ? `\n${line}` : line;
    try {
      plainFiles.write(heldFiles.descriptorOf(file), text);
    } catch (error) {
      this.#torn = true;
      this.trouble ??= error instanceof Error ? error.message : 'unknown';
      return false;
    }
    this.#torn = false;
    return true;
  }
}

/** Continues with the journal of a process that is gone, and perhaps was killed in the middle of a line. */
export function reopenJournal(path: string): Journal {
  const text = readText(path, LONGEST);
  if (text !== '' && text[text.length - 1] !== '\n') plainFiles.add(path, '\n');
  let lines = 0;
  for (let index = 0; index < text.length; index++) if (text[index] === '\n') lines++;
  return new Journal(path, () => false, lines);
}

/** @param settled key, line, key, line … */
function settledEntry(settled: readonly number[]): SettledEntry {
  const others: number[] = [];
  for (let index = 2; index < settled.length; index++) append(others, settled[index] as number);
  const first = { key: settled[0] as number, of: settled[1] as number };
  return { kind: 'settled', ...first, others: others.length > 0 ? others : undefined };
}
