import { fstatSync, readSync, writeSync } from 'node:fs';
import type { HeldFile } from '../../built-ins/held-file.js';
import { checkedEnd, withChecksum } from '../format/checksum.js';
import { heldFiles, readText } from '../format/plain-files.js';
import { diskFull } from '../messages.js';
import { SequenceSet } from './sequence-set.js';

/** One line of the progress file: work that delivery has done and must not repeat. */
type ProgressEntry =
  | { run: string; created: boolean }
  | { started: true }
  | { sent: [from: number, to: number][] }
  | { dropped: number }
  | { uploaded: string; id: string }
  | { finished: string };

/** More than the marks of ten million results, bytes. */
const LONGEST = 256 * 1024 * 1024;
/** How often to retry a file that could not be opened or written, milliseconds. */
const TRY_EVERY = 1_000;

/**
 * The finished part of a journal. Written by the holder of the session's lock, and read when delivery of a journal
 * continues.
 */
export class Progress {
  readonly sent = new SequenceSet();
  runId: string | undefined;
  runCreated = false;
  started = false;
  finished: string | undefined;
  #uploaded = new Map<string, string>();
  /** How often the marks of another process were read. */
  rereads = 0;
  #file: string | HeldFile | undefined;
  /** The open file. A path is opened when the first mark is written. */
  #held: HeldFile | undefined;
  /** Whether the file may end in the middle of a line, to which the next line must not be joined. */
  #torn = false;
  /** Lines that are only in memory, because the file is not writable. */
  #unwritten = '';
  #trouble: unknown;
  /** When to retry the file, by `performance.now`. */
  #nextTry = 0;

  /** @param file its path, or the open file, which stays open; undefined to remember nothing beyond this process */
  constructor(file: string | HeldFile | undefined) {
    if (file === undefined) return;
    this.#file = file;
    this.#load(file);
    if (typeof file !== 'string') this.#held = file;
  }

  /** Why finished work is not marked in the file; undefined if everything is marked. */
  get unmarked(): string | undefined {
    if (this.#unwritten === '') return undefined;
    return this.#trouble instanceof Error ? this.#trouble.message : diskFull;
  }

  /** GUID of an attachment file that was uploaded before this process continued the journal. */
  uploadedBefore(file: string): string | undefined {
    return this.#uploaded.get(file);
  }

  markRun(id: string, created: boolean): void {
    this.#mark({ run: id, created });
  }

  markStarted(): void {
    this.#mark({ started: true });
  }

  /** @param sequences ascending */
  markSent(sequences: readonly number[]): void {
    const ranges: [number, number][] = [];
    for (const sequence of sequences) {
      const last = ranges.at(-1);
      if (last !== undefined && last[1] === sequence - 1) last[1] = sequence;
      else ranges.push([sequence, sequence]);
    }
    this.#mark({ sent: ranges });
  }

  /** The user discarded a result (`flush --drop-unmatched`). */
  markDropped(sequence: number): void {
    this.#mark({ dropped: sequence });
  }

  markUploaded(file: string, id: string): void {
    this.#append({ uploaded: file, id });
  }

  markFinished(how: string): void {
    this.#mark({ finished: how });
  }

  /** Reads the marks of another process. */
  reread(): void {
    if (this.#file === undefined) return;
    this.rereads++;
    this.#load(this.#file);
  }

  close(): void {
    this.#write();
    if (typeof this.#file !== 'string' || this.#held === undefined) return;
    heldFiles.release(this.#held);
    this.#held = undefined;
  }

  #mark(entry: ProgressEntry): void {
    this.#take(entry);
    this.#append(entry);
  }

  #append(entry: ProgressEntry): void {
    if (this.#file === undefined) return;
    this.#unwritten += `${withChecksum(JSON.stringify(entry).slice(0, -1))}\n`;
    if (performance.now() >= this.#nextTry) this.#write();
  }

  /** Delivery continues if this fails: a later flush may send unmarked results again, but none is lost. */
  #write(): void {
    if (this.#unwritten === '') return;
    const lines = Buffer.from(`${this.#torn ? '\n' : ''}${this.#unwritten}`);
    try {
      if (typeof this.#file === 'string') this.#held ??= heldFiles.hold(this.#file, 'append');
      if (this.#held === undefined) return;
      const descriptor = heldFiles.descriptorOf(this.#held);
      this.#torn = true;
      this.#torn = writeSync(descriptor, lines) < lines.length;
      this.#trouble = undefined;
    } catch (error) {
      this.#trouble = error;
    }
    const isWritten = this.#trouble === undefined && !this.#torn;
    if (isWritten) this.#unwritten = '';
    else this.#nextTry = performance.now() + TRY_EVERY;
  }

  #load(file: string | HeldFile): void {
    let text: string;
    try {
      text = readWhole(file);
    } catch {
      return;
    }
    this.#torn = text !== '' && !text.endsWith('\n');
    for (const line of text.split('\n')) {
      try {
        // If a byte was changed, an unsent result might look sent.
        if (isChecked(line.trimEnd())) this.#take(JSON.parse(line) as Partial<Record<string, unknown>>);
      } catch {
        // Torn by a crash, or empty. At worst, something is repeated.
      }
    }
  }

  #take(entry: Partial<Record<string, unknown>>): void {
    if (typeof entry.run === 'string') {
      this.runId = entry.run;
      this.runCreated = entry.created === true;
    } else if (entry.started === true) this.started = true;
    else if (typeof entry.finished === 'string') this.finished = entry.finished;
    else if (typeof entry.dropped === 'number') this.sent.add(entry.dropped);
    else if (typeof entry.uploaded === 'string' && typeof entry.id === 'string')
      this.#uploaded.set(entry.uploaded, entry.id);
    else if (Array.isArray(entry.sent)) {
      for (const range of entry.sent as unknown[]) {
        if (isRange(range)) this.sent.add(range[0], range[1]);
      }
    }
  }
}

function readWhole(file: string | HeldFile): string {
  if (typeof file === 'string') return readText(file, LONGEST);
  // Reads from the beginning, independent of other readers.
  const descriptor = heldFiles.descriptorOf(file);
  const bytes = Buffer.alloc(fstatSync(descriptor).size);
  return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, 0));
}

function isChecked(line: string): boolean {
  const bytes = Buffer.from(line);
  return checkedEnd(bytes, 0, bytes.length) >= 0;
}

function isRange(range: unknown): range is [from: number, to: number] {
  if (!Array.isArray(range)) return false;
  const [from, to]: unknown[] = range;
  return Number.isSafeInteger(from) && Number.isSafeInteger(to) && 0 <= Number(from) && Number(from) <= Number(to);
}
