import type { HeldFile } from '../../built-ins/held-file.js';
import { hasChecksum } from '../format/checksum.js';
import { isFragment, unsealJoined, unsealLine } from '../format/journal-line.js';
import { headOf, type JournalLine } from '../format/line.js';
import { decodeEntry } from './decode-entry.js';
import { JournalReader } from './journal-reader.js';
import { SequenceSet } from './sequence-set.js';

const CLOSING_BRACE = 0x7d;

/** The damage of a journal. Counts are of lines. */
export interface JournalDamage {
  /** Lines that are changed, missing, or of an unknown type. */
  unreadable: number;
  /** Beginnings of lines from writes that were cut short. Their lines exist elsewhere, or were never complete. */
  fragments: number;
}

/**
 * The intact lines of a journal, each once, in file order; then those that are in no file. Every returned line ends where
 * its entry does, without the closing brace.
 */
export class JournalLines {
  #reader: JournalReader | undefined;
  /** Numbers of lines that earlier deliveries have finished. These may be missing. */
  #done: SequenceSet;
  #format: 1 | 2 | undefined;
  #isOver = false;
  /** Numbers of the lines that were read. */
  #numbers = new SequenceSet();
  /** Number of lines that are not ours. */
  #rubbish = 0;
  /** Number of intact but meaningless lines. */
  #setAside = 0;
  #fragments = 0;
  /** Fragments since the last readable line. No later line has yet shown what happened to them. */
  #openFragments = 0;
  /** In format 1: a fragment before the next line, which shows what happened to it. */
  #lastFragment: Buffer | undefined;
  /** Lines that could not be written; kept until they have been returned for good. */
  #held: Buffer[] = [];
  #heldRead = 0;

  /** @param journal its path, or the open file; undefined if every line is in no file */
  constructor(journal: string | HeldFile | undefined, done: SequenceSet) {
    if (journal !== undefined) this.#reader = new JournalReader(journal);
    this.#done = done;
  }

  /** Whether a journal has format 1, in which neither its lines nor those of its progress file have checksums. */
  static isOld(path: string): boolean {
    const lines = new JournalLines(path, new SequenceSet());
    try {
      lines.next();
      return lines.#format === 1;
    } finally {
      lines.close();
    }
  }

  /** Accepts a line that is in no file. */
  hold(line: Buffer): void {
    this.#held.push(line);
  }

  /** The file no longer grows, so the rest after its last line ending is read too. */
  stopGrowing(): void {
    this.#isOver = true;
  }

  next(): JournalLine | undefined {
    for (let line = this.#reader?.next(); line !== undefined; line = this.#reader?.next()) {
      if (this.#isReadable(line)) return line;
    }
    const rest = this.#isOver ? this.#reader?.rest() : undefined;
    if (rest !== undefined && this.#isReadableRest(rest)) return rest;
    while (this.#heldRead < this.#held.length) {
      const bytes = this.#held[this.#heldRead++] ?? Buffer.alloc(0);
      const { length } = bytes;
      const line = {
        bytes,
        start: 0,
        end: length,
        head: headOf(bytes, 0, length),
        sequence: 0,
        offset: undefined,
        length,
      };
      if (this.#isReadable(line)) return line;
    }
    return undefined;
  }

  /** A line that `next` returned before; undefined if it was changed since then. */
  read({
    sequence,
    offset,
    length,
  }: Pick<JournalLine, 'sequence' | 'length'> & { offset: number }): JournalLine | undefined {
    const line = this.#reader?.read(sequence, offset, length);
    return line !== undefined && (this.#format === 1 ? unwrap(line) : unsealLine(line)) ? line : undefined;
  }

  /** Counts a line from `next` that means nothing to delivery. */
  setAside(): void {
    this.#setAside++;
  }

  /** Starts again from the first line. */
  rewind(): void {
    this.#reader?.rewind();
    this.#numbers = new SequenceSet();
    this.#rubbish = 0;
    this.#setAside = 0;
    this.#fragments = 0;
    this.#openFragments = 0;
    this.#lastFragment = undefined;
    this.#heldRead = 0;
  }

  /** Drops lines that are in no file and were returned for good. */
  forgetHeld(): void {
    this.#held = [];
    this.#heldRead = 0;
  }

  /** The damage in the part that was read so far. */
  get damage(): JournalDamage {
    // A line that was delivered and is now missing shows that the file was cut.
    const missing = this.#format === 1 ? 0 : this.#numbers.gapsBeside(this.#done);
    const fragments = this.#openFragments + (this.#lastFragment === undefined ? 0 : 1);
    return {
      unreadable: Math.max(missing, this.#rubbish) + fragments + this.#setAside,
      fragments: this.#fragments,
    };
  }

  close(): void {
    this.#reader?.close();
  }

  #isReadable(line: JournalLine): boolean {
    // Closing off a fragment may leave an empty line.
    if (line.start === line.end) return false;
    this.#format ??= formatOf(line);
    return this.#format === 1 ? this.#isIntact(line) : this.#isSealed(line);
  }

  /** The rest after the last line ending: a line without its ending, or an incomplete line of a killed process. */
  #isReadableRest(rest: JournalLine): boolean {
    const isUnfinished = rest.start < rest.end && isFragment(rest);
    if (this.#isReadable(rest)) return true;
    if (isUnfinished) {
      if (this.#format === 1) this.#lastFragment = undefined;
      else this.#openFragments--;
      this.#fragments++;
    }
    return false;
  }

  #isSealed(line: JournalLine): boolean {
    if (!unsealLine(line)) {
      const before = unsealJoined(line);
      if (isFragment(before ?? line)) this.#openFragments++;
      else this.#rubbish++;
      if (before === undefined) return false;
    }
    if (this.#openFragments > 0) {
      // If they were not written again, a number is missing.
      this.#fragments += this.#openFragments;
      this.#openFragments = 0;
    }
    if (this.#numbers.has(line.sequence)) return false;
    this.#numbers.add(line.sequence);
    return true;
  }

  /** There is neither a number nor a checksum, so valid JSON counts as intact. */
  #isIntact(line: JournalLine): boolean {
    const isWhole = unwrap(line);
    const before = this.#lastFragment;
    this.#lastFragment = undefined;
    if (before !== undefined) {
      if (before.equals(line.bytes.subarray(line.start, line.start + before.length))) this.#fragments++;
      else this.#rubbish++;
    }
    if (isWhole) return true;
    if (isFragment(line)) this.#lastFragment = Buffer.from(line.bytes.subarray(line.start, line.end));
    else this.#rubbish++;
    return false;
  }
}

/** A line is format 1 if it says so and has no checksum. All others must have a checksum. */
function formatOf(line: JournalLine): 1 | 2 {
  const { bytes, start, end } = line;
  if (hasChecksum(bytes, start, end)) return 2;
  const entry = decodeEntry({ ...line, end: end - 1 });
  return entry?.kind === 'session' && entry.format === 1 ? 1 : 2;
}

/** Removes the closing brace of a line of format 1; false for a line that is not an entry. */
function unwrap(line: JournalLine): boolean {
  if (line.bytes[line.end - 1] !== CLOSING_BRACE) return false;
  try {
    const entry: unknown = JSON.parse(line.bytes.toString('utf8', line.start, line.end));
    if (typeof entry !== 'object' || entry === null) return false;
    if ('body' in entry && Object.keys(entry).at(-1) !== 'body') return false;
  } catch {
    return false;
  }
  line.end--;
  return true;
}
