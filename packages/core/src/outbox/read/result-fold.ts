import type { ResultHead, SettledEntry } from '../format/entries.js';
import { SequenceSet } from './sequence-set.js';

/** A line whose result counts. Lines are named by their numbers. */
export interface CountingLine<T> {
  sequence: number;
  value: T;
  /** Lines that count no more because of this one: those it replaces, and the one that settles it. */
  others: readonly number[];
  /** The line whose result it corrects. */
  corrects?: number;
}

/** What the head of a result's line says about others. */
type ResultKind = Pick<ResultHead, 'kind' | 'key' | 'corrects'>;

const NONE: readonly number[] = [];

/**
 * Decides which results of a journal count, for delivery and for reports: of each test the recorded or settled one, otherwise
 * the last provisional one, and of each corrected result the last correction too. Lines may come in any order.
 */
export class ResultFold<T> {
  /** The last provisional result of each test, by the test's key. */
  #provisional = new Map<number, CountingLine<T>>();
  /** Keys of tests whose result was read, which need no provisional one. */
  #closed = new SequenceSet();
  /** Settled results that were not read yet, by their lines: the settlement's own line, if this is its first result. */
  #settledEarly = new Map<number, readonly number[]>();
  #corrections = new Map<number, CountingLine<T>>();

  /** Number of results that may still change. */
  get open(): number {
    return this.#provisional.size + this.#corrections.size;
  }

  /** A result's line. @returns it, if it counts now */
  take({ kind, key, corrects }: ResultKind, sequence: number, value: T): CountingLine<T> | undefined {
    if (corrects !== undefined) {
      this.#correct(corrects, sequence, value);
      return undefined;
    }
    if (kind === 'result') return { sequence, value, others: key === undefined ? NONE : linesOf(this.#close(key)) };
    return key === undefined ? undefined : this.#keep(key, sequence, value);
  }

  /** @param by the settlements' own line, which counts no more with its first result @returns the results that count */
  settle({ key, of, others = [] }: SettledEntry, by: number): CountingLine<T>[] {
    const counting: CountingLine<T>[] = [];
    this.#settle(key, of, [by], counting);
    for (let index = 0; index < others.length; index += 2) {
      this.#settle(others[index] as number, others[index + 1] as number, NONE, counting);
    }
    return counting;
  }

  /** The journal is over: the provisional results that were never settled, then the corrections. */
  rest(): CountingLine<T>[] {
    const rest = [...this.#provisional.values(), ...this.#corrections.values()];
    this.#provisional.clear();
    this.#corrections.clear();
    return rest;
  }

  #settle(key: number, provisional: number, by: readonly number[], counting: CountingLine<T>[]): void {
    const last = this.#close(key);
    if (last?.sequence === provisional) counting.push({ ...last, others: last.others.concat(by) });
    // That line is missing, or comes later. An earlier one must not replace it.
    else this.#settledEarly.set(provisional, by);
  }

  /** Keeps a provisional result. @returns it, if it is settled already */
  #keep(key: number, sequence: number, value: T): CountingLine<T> | undefined {
    const by = this.#settledEarly.get(sequence);
    if (by !== undefined) return { sequence, value, others: by };
    if (this.#closed.has(key)) return undefined;
    const line = { sequence, value, others: NONE };
    const before = this.#provisional.get(key);
    const isLater = before !== undefined && before.sequence > sequence;
    const [last, other] = isLater ? [before, line] : [line, before];
    this.#provisional.set(key, { ...last, others: linesOf(other).concat(last.others) });
    return undefined;
  }

  /** Keeps a correction until `rest`, so that none overtakes the result that it corrects. */
  #correct(corrects: number, sequence: number, value: T): void {
    const before = this.#corrections.get(corrects);
    this.#corrections.delete(corrects);
    this.#corrections.set(sequence, {
      ...{ sequence, value, others: linesOf(before) },
      corrects: before?.corrects ?? corrects,
    });
  }

  #close(key: number): CountingLine<T> | undefined {
    const last = this.#provisional.get(key);
    this.#provisional.delete(key);
    this.#closed.add(key);
    return last;
  }
}

function linesOf<T>(line: CountingLine<T> | undefined): readonly number[] {
  return line === undefined ? NONE : [...line.others, line.sequence];
}
