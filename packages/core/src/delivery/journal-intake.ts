import {
  bodyStart,
  decodeEntry,
  type EndEntry,
  type ResultHead,
  readCommon,
  type SessionEntry,
} from '../outbox/entries.js';
import { type JournalLine, JournalReader, type Line, lineOf } from '../outbox/journal-reader.js';
import type { Progress } from '../outbox/progress.js';
import type { TestPointSetting } from '../settings/settings.js';
import type { Outgoing } from './result-array.js';
import { TestPointCollector } from './test-points.js';

const NONE: readonly number[] = [];
/** Results that are counted between two looks at the clock. */
const CLOCK_EVERY = 100;

/** Where an attempt stands in the journal whose test has no result yet. */
interface OpenAttempt {
  sequence: number;
  offset: number;
  length: number;
  /** Its body can be sent as it stands. */
  isPlain: boolean;
  /** Places of the attempts of the same test that came before. */
  earlier: readonly number[];
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
  /** Results read that others had sent. */
  sentByOthers = 0;
  /** Lines that are in no file. */
  held = 0;
  #reader: JournalReader | undefined;
  #progress: Progress;
  #points = new TestPointCollector();
  #attempts = new Map<number, OpenAttempt>();
  /** Lines that could not be written; kept until they are given out for good. */
  #held: Buffer[] = [];
  #heldRead = 0;

  /** @param journal its path, or its descriptor */
  constructor(journal: string | number | undefined, progress: Progress) {
    if (journal !== undefined) this.#reader = new JournalReader(journal);
    this.#progress = progress;
  }

  /** Takes in a line that is in no file; `next` gives it out again. */
  hold(line: Buffer): void {
    this.#held.push(line);
    this.held++;
  }

  /**
   * The next result to send; its body is good until the next one is asked for. Undefined at the journal's end, or while a
   * run 'from-tests' waits for its tests.
   */
  next(): Outgoing | undefined {
    for (let line = this.#reader?.next(); line !== undefined; line = this.#reader?.next()) {
      const result = this.#take(line);
      if (result !== undefined) return result;
    }
    while (this.#heldRead < this.#held.length) {
      const result = this.#take(lineOf(this.#held[this.#heldRead++] ?? Buffer.alloc(0)));
      if (result !== undefined) return result;
    }
    if (!this.collecting) {
      this.#held = [];
      this.#heldRead = 0;
    }
    this.exhausted = true;
    return undefined;
  }

  /** What a line asks to be sent; one that is in no file has no place there. */
  #take(line: Line & Partial<JournalLine>): Outgoing | undefined {
    const { sequence, offset, start, end } = line;
    const common = readCommon(line);
    switch (common?.kind) {
      case 'plain-result':
        if (this.#isLegacy) break;
        return this.#pending(line, sequence, undefined);
      case 'attempt':
        if (sequence !== undefined && offset !== undefined) {
          const earlier = placesOf(this.#attempts.get(common.key));
          this.#attempts.set(common.key, { sequence, offset, length: end - start, isPlain: common.isPlain, earlier });
        }
        return undefined;
      case 'promote': {
        const open = this.#close(common.key);
        return open && this.#promoted(open, sequence);
      }
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
      case 'result':
        return this.#pending(line, sequence, entry, placesOf(this.#close(entry.key)));
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
  promoteAttempts(): Outgoing[] {
    const attempts = [...this.#attempts.values()];
    this.#attempts.clear();
    return attempts.flatMap((attempt) => this.#promoted(attempt) ?? []);
  }

  /**
   * Reads the rest, and counts all results that were not sent before in `seen`.
   * @param patience how long at the most, milliseconds
   * @returns whether there was time to read everything
   */
  countSeen(patience: number = Number.POSITIVE_INFINITY): boolean {
    const limit = performance.now() + patience;
    if (this.#points.wanted) this.runTaken();
    for (let count = 1; this.next() !== undefined; count++) {
      if (count % CLOCK_EVERY === 0 && performance.now() > limit) return false;
    }
    for (const { sequence } of this.#attempts.values()) if (!this.#progress.sent.has(sequence)) this.seen++;
    this.#attempts.clear();
    return true;
  }

  close(): void {
    this.#reader?.close();
  }

  /** The attempt that is open no more: its test has a result. */
  #close(key: number | undefined): OpenAttempt | undefined {
    const open = key === undefined ? undefined : this.#attempts.get(key);
    if (key !== undefined) this.#attempts.delete(key);
    return open;
  }

  /** The attempt as its test's result. @param by place of the line that makes it that */
  #promoted({ sequence, offset, length, isPlain, earlier }: OpenAttempt, by?: number): Outgoing | undefined {
    const attempt = this.#reader?.read(offset, length);
    if (attempt === undefined) return undefined;
    const covers = by === undefined ? earlier : [...earlier, by];
    if (isPlain && !this.#isLegacy) return this.#pending(attempt, sequence, undefined, covers);
    const head = decodeEntry(attempt);
    return head?.kind === 'attempt' ? this.#pending(attempt, sequence, head, covers) : undefined;
  }

  #pending(
    line: Line,
    sequence: number | undefined,
    head: ResultHead | undefined,
    covers: readonly number[] = NONE,
  ): Outgoing | undefined {
    if (this.collecting) {
      this.#points.add(head);
      return undefined;
    }
    if (sequence !== undefined && this.#progress.sent.has(sequence)) {
      this.sentByOthers++;
      return undefined;
    }
    const start = bodyStart(line);
    if (start === undefined) return undefined;
    this.seen++;
    if (sequence === undefined) this.seenHeld++;
    return { sequence, covers, head, bytes: line.bytes, start, end: line.end - 1 };
  }

  #rewind(): void {
    this.#attempts.clear();
    this.#reader?.rewind();
    this.#heldRead = 0;
    this.exhausted = false;
    this.seen = 0;
    this.seenHeld = 0;
    this.sentByOthers = 0;
  }
}

function placesOf(attempt: OpenAttempt | undefined): readonly number[] {
  return attempt === undefined ? NONE : [...attempt.earlier, attempt.sequence];
}
