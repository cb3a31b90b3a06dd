import type { HeldFile } from '../../built-ins/held-file.js';
import type { EndEntry, ResultHead, SessionEntry, WireOptions } from '../../outbox/format/entries.js';
import type { JournalLine } from '../../outbox/format/journal-line.js';
import { bodyStart, decodeEntry, readCommon } from '../../outbox/read/decode-entry.js';
import { type JournalDamage, JournalLines, type LinePosition } from '../../outbox/read/journal-lines.js';
import type { Progress } from '../../outbox/read/progress.js';
import { type CountingLine, ResultFold } from '../../outbox/read/result-fold.js';
import type { TestPointSetting } from '../../settings/settings.js';
import type { Outgoing } from '../results/outgoing.js';
import { TestPointCollector } from '../run/test-points.js';

const NONE: readonly number[] = [];
/** How many results to count between two checks of the clock. */
const CLOCK_EVERY = 100;

/** Reads a journal for delivery: the results still to be sent, in order, and the contents of its other entries. */
export class JournalIntake {
  session: SessionEntry | undefined;
  end: EndEntry | undefined;
  /** Whether the current end of the journal was reached. */
  exhausted = false;
  /** Results read that were not sent before. */
  seen = 0;
  /** Those of them that are in no file. */
  seenHeld = 0;
  /** Results read that others had sent. */
  sentByOthers = 0;
  /** Lines that are in no file. */
  held = 0;
  #lines: JournalLines;
  #progress: Progress;
  #wire: WireOptions;
  #points = new TestPointCollector();
  #fold = new ResultFold<KeptLine>();
  /** Results that the last line has settled, and which `next` has not yet returned. */
  #settled: CountingLine<KeptLine>[] = [];
  /** Whether results are only counted from now on, and none waits for a run of its tests. */
  #isCounting = false;
  /** Position of the session's line. */
  #sessionAt: number | undefined;

  /**
   * @param journal its path, or the open file
   * @param wire for a session that does not say how to send its results
   */
  constructor(journal: string | HeldFile | undefined, progress: Progress, wire: WireOptions = {}) {
    this.#lines = new JournalLines(journal, progress.sent);
    this.#progress = progress;
    this.#wire = wire;
  }

  /** Accepts a line that is in no file; `next` returns it later. */
  hold(line: Buffer): void {
    this.#lines.hold(line);
    this.held++;
  }

  /** The journal does not grow any more. */
  stopGrowing(): void {
    this.#lines.stopGrowing();
  }

  /** The damage in the part that was read so far. */
  get damage(): JournalDamage {
    return this.#lines.damage;
  }

  /**
   * The next result to send. Its body is valid until the next call. Undefined at the journal's end, or while a run
   * 'from-tests' does not exist.
   */
  next(): Outgoing | undefined {
    for (;;) {
      const settled = this.#settled.shift();
      const line = settled === undefined ? this.#lines.next() : undefined;
      if (settled === undefined && line === undefined) break;
      const result = line === undefined ? this.#counting(settled) : this.#take(line);
      if (result !== undefined) return result;
    }
    if (!this.#points.wanted) this.#lines.forgetHeld();
    this.exhausted = true;
    return undefined;
  }

  /** The result to send because of a line, if any. */
  #take(line: JournalLine): Outgoing | undefined {
    const { sequence } = line;
    const common = readCommon(line);
    switch (common?.kind) {
      case 'plain-result':
        return this.#isLegacy ? this.#decode(line) : this.#pending(line, undefined);
      case 'provisional':
        return this.#counting(this.#fold.take(common, sequence, keptLine(line, common.isPlain)));
      default:
        return this.#decode(line);
    }
  }

  /** A line that has to be parsed, except for its body. */
  #decode(line: JournalLine): Outgoing | undefined {
    const { sequence } = line;
    const entry = decodeEntry(line);
    switch (entry?.kind) {
      case 'session':
        // The session's line is read again when the run exists, or when the rest is counted.
        if (this.#sessionAt === sequence) return undefined;
        if (this.#sessionAt !== undefined) break;
        this.#sessionAt = sequence;
        this.session = { ...entry, wire: { ...this.#wire, ...entry.wire } };
        if (this.#progress.runId === undefined && !this.#isCounting) this.#points.begin(entry.run);
        return undefined;
      case 'settled':
        this.#settled = this.#fold.settle(entry, sequence);
        return undefined;
      case 'plan':
        this.#points.plan(entry);
        return undefined;
      case 'note':
        return undefined;
      case 'end':
        this.end = entry;
        return undefined;
      case 'result':
        return this.#ofDecoded(line, entry);
    }
    this.#lines.setAside();
    return undefined;
  }

  /** The legacy body takes data from a line's head that is not in the body. */
  get #isLegacy(): boolean {
    return this.session?.wire.api === 'legacy';
  }

  /** Whether more test points may follow: a run 'from-tests' needs them before anything can be sent. */
  get collecting(): boolean {
    return this.#points.wanted && !this.#points.complete;
  }

  /** Test points named by tests; undefined if the run does not come from them. */
  get testPoints(): TestPointSetting[] | undefined {
    return this.#points.wanted ? this.#points.list() : undefined;
  }

  /** Whether some results may still change. */
  get isProvisional(): boolean {
    return this.#fold.open > 0;
  }

  /** The run exists now. Starts again with the lines that were only searched for test points. */
  runTaken(): void {
    if (!this.#points.wanted) return;
    this.#points.end();
    this.#rewind();
  }

  /** The last provisional results of tests that have no other, and corrections. */
  rest(): Outgoing[] {
    return this.#fold.rest().flatMap((line) => this.#counting(line) ?? []);
  }

  /**
   * Reads the rest, and counts all results that were not sent before in `seen`.
   * @param patience maximum time, milliseconds
   * @returns whether there was time to read everything
   */
  countSeen(patience: number = Number.POSITIVE_INFINITY): boolean {
    const limit = performance.now() + patience;
    this.stopGrowing();
    this.#isCounting = true;
    this.runTaken();
    for (let count = 1; this.next() !== undefined; count++) {
      if (count % CLOCK_EVERY === 0 && performance.now() > limit) return false;
    }
    for (const { sequence } of this.#fold.rest()) if (!this.#progress.sent.has(sequence)) this.seen++;
    return true;
  }

  close(): void {
    this.#lines.close();
  }

  #ofDecoded(line: JournalLine, head: ResultHead): Outgoing | undefined {
    const counting = this.#fold.take(head, line.sequence, keptLine(line, false));
    return counting && this.#pending(line, head, counting.others);
  }

  /** Reads a kept line again, because its result counts. */
  #counting(counting: CountingLine<KeptLine> | undefined): Outgoing | undefined {
    if (counting === undefined) return undefined;
    const { at, isPlain } = counting.value;
    const line = 'bytes' in at ? at : this.#lines.read(at);
    if (line !== undefined && isPlain && !this.#isLegacy) return this.#pending(line, undefined, counting.others);
    const head = line && decodeEntry(line);
    if (line !== undefined && (head?.kind === 'provisional' || head?.kind === 'result')) {
      return this.#pending(line, head, counting.others);
    }
    this.#lines.setAside();
    return undefined;
  }

  #pending(
    line: JournalLine,
    head: ResultHead | undefined,
    otherLines: readonly number[] = NONE,
  ): Outgoing | undefined {
    // Until the run exists, results are only searched for test points, and are read again afterwards.
    if (this.#points.wanted) {
      this.#points.add(head);
      return undefined;
    }
    const { sequence } = line;
    if (this.#progress.sent.has(sequence)) {
      this.sentByOthers++;
      return undefined;
    }
    const start = bodyStart(line);
    if (start === undefined) {
      this.#lines.setAside();
      return undefined;
    }
    const { bytes, end } = line;
    this.seen++;
    if (line.offset !== undefined) return { sequence, otherLines, head, bytes, start, end };
    this.seenHeld++;
    // The line is in no file. Its number is marked as sent nevertheless, so that it does not count as missing.
    return { sequence: undefined, otherLines: [...otherLines, sequence], head, bytes, start, end };
  }

  #rewind(): void {
    this.#fold = new ResultFold();
    this.#settled = [];
    this.#lines.rewind();
    this.exhausted = false;
    this.seen = 0;
    this.seenHeld = 0;
    this.sentByOthers = 0;
  }
}

/** A line to read again once its result counts. */
interface KeptLine {
  /** Its position in the file, or the line itself if it is in no file. */
  at: LinePosition | JournalLine;
  /** Whether its body can be sent unchanged. */
  isPlain: boolean;
}

function keptLine(line: JournalLine, isPlain: boolean): KeptLine {
  const { sequence, offset, length, start, end } = line;
  // A held line has its own copy of the bytes.
  return { at: offset === undefined ? { ...line } : { sequence, offset, length, size: end - start }, isPlain };
}
