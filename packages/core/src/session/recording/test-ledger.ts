import { eachOfMap, mapDelete, mapGet, mapSet, weakGet, weakKnows, weakSet } from '../../built-ins/language.js';
import type { TestRecord } from '../../model.js';
import type { Session } from '../session.js';
import type { ProvisionalResult, RecordedResult } from './recorded-result.js';

/** The part of a session that accepts results. */
export type RecordingSession = Pick<Session, 'provisional' | 'record' | 'settle' | 'correct'>;

/** A test without a final result. */
interface OpenTest {
  record: TestRecord;
  /** What the session has of it. */
  provisional: ProvisionalResult;
  /** Whether the record has changed since. */
  hasChanged: boolean;
  /** What releases it, if it is held back. */
  until: unknown;
}

/**
 * Accounts for the tests of a run, in the same way for every framework: each gets one final result, whatever was announced,
 * held back or changed before. Which test an event is about, and why a test did not run, is up to the reporter.
 * Only captured functions are called, because in Mocha tests run in this process. Of a settled test nothing is kept but its
 * recorded result, as long as its key lives.
 */
export class TestLedger<K extends object> {
  readonly #session: RecordingSession;
  /** In the order in which they became known. */
  readonly #open = new Map<K, OpenTest>();
  readonly #recorded = new WeakMap<K, RecordedResult | undefined>();

  constructor(session: RecordingSession) {
    this.#session = session;
  }

  /** Whether the test has a result, provisional or final. */
  has(key: K): boolean {
    return weakKnows(this.#recorded, key) || mapGet(this.#open, key) !== undefined;
  }

  /** The final result of a test, for what a correction has to repeat. */
  recorded(key: K): RecordedResult | undefined {
    return weakGet(this.#recorded, key);
  }

  /** How a test ended, while something may still follow. It is written at once: the process may be killed. */
  announced(key: K, record: TestRecord): void {
    const { provisional, until } = mapGet(this.#open, key) ?? {};
    const open = { record, provisional: this.#session.provisional(record, provisional), hasChanged: false, until };
    mapSet(this.#open, key, open);
  }

  /** Keeps an announced test until `release` is called with the same value. */
  hold(key: K, until: unknown): void {
    const open = mapGet(this.#open, key);
    if (open !== undefined) open.until = until;
  }

  /** Changes the record of a test that has no final result. @returns false if there is no such test */
  change(key: K, edit: (record: TestRecord) => void): boolean {
    const open = mapGet(this.#open, key);
    if (open === undefined) return false;
    edit(open.record);
    open.hasChanged = true;
    return true;
  }

  /** A test's result is final. @param record Default: as announced. The same object means that nothing has changed */
  settle(key: K, record?: TestRecord): void {
    const open = mapGet(this.#open, key);
    const final = record ?? open?.record;
    if (final === undefined) return;
    mapDelete(this.#open, key);
    const isSame = open !== undefined && final === open.record && !open.hasChanged;
    const recorded = isSame ? this.#session.settle(open.provisional) : this.#session.record(final, open?.provisional);
    weakSet(this.#recorded, key, recorded);
  }

  /** Settles the tests that are held until then. */
  release(until: unknown): void {
    eachOfMap(this.#open, (open, key) => {
      if ((open as OpenTest).until === until) this.settle(key as K);
    });
  }

  /** The framework has changed its verdict on a test. Without an earlier final result, this is the result. */
  correct(key: K, record: TestRecord): void {
    const first = weakGet(this.#recorded, key);
    if (first === undefined) this.settle(key, record);
    else weakSet(this.#recorded, key, this.#session.correct(record, first) ?? first);
  }

  /** Nothing follows: settles what was announced. */
  finish(): void {
    eachOfMap(this.#open, (_open, key) => this.settle(key as K));
  }
}
