import type { JournalLine } from '../../outbox/format/line.js';
import { SequenceSet } from '../../outbox/read/sequence-set.js';

/** An attempt whose test has no result yet, or a correction of a result. */
export interface OpenAttempt {
  sequence: number;
  /** Its place in the file, or the line itself if it is in no file. */
  at: { sequence: number; offset: number; length: number } | JournalLine;
  /** Its body can be sent as it stands. */
  isPlain: boolean;
  /** Places of the attempts of the same test that came before. */
  earlier: readonly number[];
}

const NONE: readonly number[] = [];

/** Attempts that were read, until their tests have a result. Places are those of lines in the journal. */
export class OpenAttempts {
  /** The last of each test, by the test's key. */
  #attempts = new Map<number, OpenAttempt>();
  /** Keys of tests whose result was read: a later attempt is no longer needed. */
  #closed = new SequenceSet();
  /** Promotions that come before their attempts: the promotion's place, by the attempt's place. */
  #promotedEarly = new Map<number, number>();

  /** Corrections, by their own places: they leave when all results have left, so that none overtakes what it corrects. */
  #corrections = new Map<number, OpenAttempt>();

  get size(): number {
    return this.#attempts.size + this.#corrections.size;
  }

  /** Place of the promotion that was read before the attempt at this place. */
  promotionOf(sequence: number): number | undefined {
    return this.#promotedEarly.get(sequence);
  }

  open(key: number, attempt: OpenAttempt): void {
    if (this.#closed.has(key)) return;
    const before = this.#attempts.get(key);
    const isBefore = before !== undefined && before.sequence > attempt.sequence;
    const [last, other] = isBefore ? [before, attempt] : [attempt, before];
    this.#attempts.set(key, { ...last, earlier: placesOf(other).concat(last.earlier) });
  }

  /** The test has a result. @returns the attempt that is open no more */
  close(key: number | undefined): OpenAttempt | undefined {
    const open = key === undefined ? undefined : this.#attempts.get(key);
    if (key !== undefined) {
      this.#attempts.delete(key);
      this.#closed.add(key);
    }
    return open;
  }

  /**
   * The attempt that becomes its test's result.
   * @param attempt its place, where the promotion names it
   * @param by place of the promotion
   */
  promote(key: number, attempt: number | undefined, by: number): OpenAttempt | undefined {
    const open = this.close(key);
    if (open !== undefined && (attempt === undefined || attempt === open.sequence)) return open;
    // The attempt is not there, or stands further down; an earlier one must not go in its place.
    if (attempt !== undefined) this.#promotedEarly.set(attempt, by);
    return undefined;
  }

  /** @param corrected place of the result that is corrected: where that is a correction itself, only the later one counts */
  correct(corrected: number, correction: OpenAttempt): void {
    const before = this.#corrections.get(corrected);
    this.#corrections.delete(corrected);
    this.#corrections.set(correction.sequence, { ...correction, earlier: placesOf(before) });
  }

  /** All that are open; none is any more. */
  takeAll(): OpenAttempt[] {
    const all = [...this.#attempts.values(), ...this.#corrections.values()];
    this.#attempts.clear();
    this.#corrections.clear();
    return all;
  }
}

export function placesOf(attempt: OpenAttempt | undefined): readonly number[] {
  return attempt === undefined ? NONE : [...attempt.earlier, attempt.sequence];
}
