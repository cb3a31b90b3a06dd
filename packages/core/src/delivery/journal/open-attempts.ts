import type { JournalLine } from '../../outbox/format/line.js';
import { SequenceSet } from '../../outbox/read/sequence-set.js';

/** An attempt whose test has no result yet, or a correction of a result. */
export interface OpenAttempt {
  sequence: number;
  /** Its position in the file, or the line itself if it is in no file. */
  at: { sequence: number; offset: number; length: number } | JournalLine;
  /** Whether its body can be sent unchanged. */
  isPlain: boolean;
  /** Positions of earlier attempts of the same test. */
  earlier: readonly number[];
}

const NONE: readonly number[] = [];

/** Attempts that were read, until their tests have a result. Positions are those of lines in the journal. */
export class OpenAttempts {
  /** The last attempt of each test, by the test's key. */
  #attempts = new Map<number, OpenAttempt>();
  /** Keys of tests whose result was read, which need no later attempt. */
  #closed = new SequenceSet();
  /** Promotions that come before their attempts: the promotion's position, by the attempt's position. */
  #promotedEarly = new Map<number, number>();

  /** Corrections, by their positions. They are sent after all results, so that none overtakes the result that it corrects. */
  #corrections = new Map<number, OpenAttempt>();

  get size(): number {
    return this.#attempts.size + this.#corrections.size;
  }

  /** Position of the promotion that was read before the attempt at this position. */
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

  /** The test has a result. @returns the attempt that is no longer open */
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
   * @param attempt its position
   * @param by position of the promotion
   */
  promote(key: number, attempt: number, by: number): OpenAttempt | undefined {
    const open = this.close(key);
    if (attempt === open?.sequence) return open;
    // The attempt is missing, or comes later. An earlier one must not replace it.
    this.#promotedEarly.set(attempt, by);
    return undefined;
  }

  /** @param corrected position of the corrected result; if that is itself a correction, only the later one counts */
  correct(corrected: number, correction: OpenAttempt): void {
    const before = this.#corrections.get(corrected);
    this.#corrections.delete(corrected);
    this.#corrections.set(correction.sequence, { ...correction, earlier: placesOf(before) });
  }

  /** Returns all open attempts, and closes them. */
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
