import {
  bodyOf,
  decodeEntry,
  type EndEntry,
  isPlainResult,
  type ResultHead,
  readAttempt,
  type SessionEntry,
} from '../outbox/entries.js';
import { JournalReader } from '../outbox/journal-reader.js';
import type { Progress } from '../outbox/progress.js';
import type { TestPointSetting } from '../settings/settings.js';
import { TestPointCollector } from './test-points.js';

/** A result that is to be sent. */
export interface PendingResult {
  /** Its place in the journal; undefined for a result that could only be kept in memory. */
  sequence: number | undefined;
  /** Good until the next result is asked for: the memory is used again. */
  body: Buffer;
  /** What has to be attended to before; undefined where there is nothing. */
  head: ResultHead | undefined;
}

/** Where an attempt stands in the journal whose test has no result yet. */
interface OpenAttempt {
  sequence: number;
  offset: number;
  length: number;
  /** Its body can be sent as it stands. */
  isPlain: boolean;
}

/** Reads a journal for delivery: what of it is still to be sent, in order, and what its other entries say. */
export class JournalIntake {
  session: SessionEntry | undefined;
  end: EndEntry | undefined;
  /** The journal's present end was reached. */
  exhausted = false;
  /** Results read that were not sent before. */
  seen = 0;
  /** Those of them that are in no file. */
  seenHeld = 0;
  /** Lines that are in no file. */
  held = 0;
  #reader: JournalReader | undefined;
  #progress: Progress;
  #points = new TestPointCollector();
  #attempts = new Map<number, OpenAttempt>();
  /** Lines that could not be written; kept until they are given out for good. */
  #held: Buffer[] = [];
  #heldRead = 0;

  constructor(path: string | undefined, progress: Progress) {
    if (path !== undefined) this.#reader = new JournalReader(path);
    this.#progress = progress;
  }

  /** Takes in a line that is in no file; `next` gives it out again. */
  hold(line: Buffer): void {
    this.#held.push(line);
    this.held++;
  }

  /** The next result to send; undefined at the journal's end, or while a run 'from-tests' waits for its tests. */
  next(): PendingResult | undefined {
    for (let line = this.#reader?.next(); line !== undefined; line = this.#reader?.next()) {
      const result = this.#take(line.bytes, line.sequence, line.offset);
      if (result !== undefined) return result;
    }
    while (this.#heldRead < this.#held.length) {
      const result = this.#take(this.#held[this.#heldRead++] ?? Buffer.alloc(0));
      if (result !== undefined) return result;
    }
    if (!this.collecting) {
      this.#held = [];
      this.#heldRead = 0;
    }
    this.exhausted = true;
    return undefined;
  }

  /** What a line asks to be sent. @param sequence undefined for a line that is in no file */
  #take(line: Buffer, sequence?: number, offset?: number): PendingResult | undefined {
    if (isPlainResult(line) && !this.#isLegacy) return this.#pending(line, sequence, undefined);
    const attempt = readAttempt(line);
    if (attempt !== undefined) {
      if (sequence !== undefined && offset !== undefined) {
        this.#attempts.set(attempt.key, { sequence, offset, length: line.length, isPlain: attempt.isPlain });
      }
      return undefined;
    }
    const entry = decodeEntry(line);
    switch (entry?.kind) {
      case 'session':
        this.session = entry;
        if (this.#progress.runId === undefined) this.#points.begin(entry.run);
        return undefined;
      case 'plan':
        this.#points.plan(entry);
        return undefined;
      case 'end':
        this.end = entry;
        return undefined;
      case 'promote': {
        const open = this.#attempts.get(entry.key);
        this.#attempts.delete(entry.key);
        return open && this.#promoted(open);
      }
      case 'result':
        if (entry.key !== undefined) this.#attempts.delete(entry.key);
        return this.#pending(line, sequence, entry);
      default:
        // Torn by a crash, or written by a newer version: never a reason to hold back the rest.
        return undefined;
    }
  }

  /** The legacy body takes from a line's head what the body does not have. */
  get #isLegacy(): boolean {
    return this.session?.wire.api === 'legacy';
  }

  /** A run 'from-tests' needs test points before anything can be sent, and more may come. */
  get collecting(): boolean {
    return this.#points.wanted && !this.#points.complete;
  }

  /** Test points that the tests named; undefined when the run does not come from them. */
  get testPoints(): TestPointSetting[] | undefined {
    return this.#points.wanted ? this.#points.list() : undefined;
  }

  get hasOpenAttempts(): boolean {
    return this.#attempts.size > 0;
  }

  /** The run is there: what was only looked at for test points is read again. */
  runTaken(): void {
    if (!this.#points.wanted) return;
    this.#points.end();
    this.#rewind();
  }

  /** The last attempts of tests that never got a result, as their results. */
  promoteAttempts(): PendingResult[] {
    const attempts = [...this.#attempts.values()];
    this.#attempts.clear();
    return attempts.flatMap((attempt) => this.#promoted(attempt) ?? []);
  }

  /** Reads the rest, and counts all results that were not sent before. */
  countSeen(): number {
    if (this.#points.wanted) this.runTaken();
    while (this.next() !== undefined);
    for (const { sequence } of this.#attempts.values()) if (!this.#progress.sent.has(sequence)) this.seen++;
    this.#attempts.clear();
    return this.seen;
  }

  close(): void {
    this.#reader?.close();
  }

  /** The attempt as its test's result. */
  #promoted({ sequence, offset, length, isPlain }: OpenAttempt): PendingResult | undefined {
    const attempt = this.#reader?.read(offset, length) ?? Buffer.alloc(0);
    if (isPlain && !this.#isLegacy) return this.#pending(attempt, sequence, undefined);
    const head = decodeEntry(attempt);
    return head?.kind === 'attempt' ? this.#pending(attempt, sequence, head) : undefined;
  }

  #pending(line: Buffer, sequence: number | undefined, head: ResultHead | undefined): PendingResult | undefined {
    if (this.collecting) {
      this.#points.add(head);
      return undefined;
    }
    if (sequence !== undefined && this.#progress.sent.has(sequence)) return undefined;
    const body = bodyOf(line);
    if (body === undefined) return undefined;
    this.seen++;
    if (sequence === undefined) this.seenHeld++;
    return { sequence, body, head };
  }

  #rewind(): void {
    this.#attempts.clear();
    this.#reader?.rewind();
    this.#heldRead = 0;
    this.exhausted = false;
    this.seen = 0;
    this.seenHeld = 0;
  }
}
