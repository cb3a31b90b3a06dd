import type { HeldFile } from '../../built-ins/held-file.js';
import { headOf, isFragment, type JournalLine, unsealJoined, unsealLine } from '../format/journal-line.js';
import { JournalReader } from './journal-reader.js';
import { SequenceSet } from './sequence-set.js';

/** The damage of a journal. Counts are of lines. */
export interface JournalDamage {
  /** Lines that are changed, missing, or of an unknown type. */
  unreadable: number;
  /** Beginnings of lines from writes that were cut short. Their lines exist elsewhere, or were never complete. */
  fragments: number;
}

/** Where to find a line again. */
export interface LinePosition {
  sequence: number;
  offset: number;
  /** Bytes in the file. */
  length: number;
  /** Bytes of its entry. */
  size: number;
}

/**
 * The intact lines of a journal, each once, in file order; then those that are in no file. Every returned line ends where
 * its entry does, without the closing brace.
 */
export class JournalLines {
  #reader: JournalReader | undefined;
  /** Numbers of lines that earlier deliveries have finished. These may be missing. */
  #done: SequenceSet;
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
  /** Lines that could not be written; kept until they have been returned for good. */
  #held: Buffer[] = [];
  #heldRead = 0;

  /** @param journal its path, or the open file; undefined if every line is in no file */
  constructor(journal: string | HeldFile | undefined, done: SequenceSet = new SequenceSet()) {
    if (journal !== undefined) this.#reader = new JournalReader(journal);
    this.#done = done;
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
  read({ sequence, offset, length, size }: LinePosition): JournalLine | undefined {
    const line = this.#reader?.read(sequence, offset, length);
    if (line === undefined) return undefined;
    if (this.#reader?.isInBlock(line) !== true) return unsealLine(line) ? line : undefined;
    line.end = line.start + size;
    return line;
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
    const missing = this.#numbers.gapsBeside(this.#done);
    return {
      unreadable: Math.max(missing, this.#rubbish) + this.#openFragments + this.#setAside,
      fragments: this.#fragments,
    };
  }

  close(): void {
    this.#reader?.close();
  }

  #isReadable(line: JournalLine): boolean {
    // Closing off a fragment may leave an empty line.
    if (line.start === line.end) return false;
    if (!unsealLine(line)) {
      const before = unsealJoined(line);
      if (isFragment(before ?? line)) this.#openFragments++;
      else this.#rubbish++;
      if (before === undefined) return false;
    }
    // If they were not written again, a number is missing.
    this.#fragments += this.#openFragments;
    this.#openFragments = 0;
    if (this.#numbers.has(line.sequence)) return false;
    this.#numbers.add(line.sequence);
    return true;
  }

  /** The rest after the last line ending: a line without its ending, or an incomplete line of a killed process. */
  #isReadableRest(rest: JournalLine): boolean {
    const isUnfinished = rest.start < rest.end && isFragment(rest);
    if (this.#isReadable(rest)) return true;
    if (isUnfinished) {
      this.#openFragments--;
      this.#fragments++;
    }
    return false;
  }
}
