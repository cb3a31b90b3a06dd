import { type Session, TestLedger } from '@testpoint/core/adapter';
import type { MochaHook, MochaSuite, MochaTest } from '../in-test/mocha-types.js';
import { declaredTest, idOf } from '../in-test/test-tree.js';
import type { OpenTest } from './open-test.js';
import type { RunMode } from './run-mode.js';

/**
 * Holds back one test: the running one, or the last one that ran, as long as hooks that belong to it may follow (afterEach
 * follows a test's end, and after follows the end of the last test). All other tests are settled at once.
 */
export class HeldTest {
  readonly #session: Session;
  readonly #mode: RunMode;
  readonly #ledger: TestLedger<object>;
  #test: OpenTest | undefined;

  constructor(session: Session, mode: RunMode) {
    this.#session = session;
    this.#mode = mode;
    this.#ledger = new TestLedger(session);
  }

  get current(): OpenTest | undefined {
    return this.#test;
  }

  /** Returns the held test if it is this one, in any of its attempts: an earlier one may fail once more (`done` called again). */
  is(test: MochaTest): OpenTest | undefined {
    const held = this.#test;
    return held?.test !== undefined && isSame(declaredTest(held.test), declaredTest(test)) ? held : undefined;
  }

  /** Whether there is a result, or there will be one when the test is released. */
  has(key: object): boolean {
    return this.#test?.identity.key === key || this.#ledger.has(key);
  }

  /** Settles the test that was held before. */
  hold(next: OpenTest): void {
    this.release();
    this.#test = next;
  }

  /**
   * Takes a test that never began. The last one that a hook kept from running is held for the after hooks of its suites,
   * unless a test of its suite has run.
   */
  take(next: OpenTest): void {
    const held = this.#test;
    if (next.verdict === 'skipped' || (held?.begun === true && held.depth === next.depth)) {
      this.#settle(next);
      return;
    }
    this.hold(next);
    this.ended(next);
  }

  release(): void {
    const held = this.#test;
    if (held === undefined) return;
    this.#test = undefined;
    if (held.hasChanged) {
      this.complete(held);
      this.#settle(held);
    } else this.#ledger.settle(held.identity.key);
  }

  /** The run is over. */
  finish(): void {
    this.release();
    this.#ledger.finish();
  }

  complete(open: OpenTest): void {
    if (open.begun && open.test !== undefined) open.complete(this.#mode.attempt(open.test));
  }

  /**
   * A held test has ended. If something may follow, it stays held; if we are killed then, this is all that is known about it.
   * Otherwise it takes one line in the journal instead of two.
   */
  ended(open: OpenTest): void {
    if (!this.#mode.live || open !== this.#test) return;
    this.complete(open);
    if (!open.retrying && open.test !== undefined && this.#mode.isFinal?.(open.test) === true) {
      this.#test = undefined;
      this.#settle(open);
    } else {
      this.#ledger.announced(open.identity.key, open.toRecord(this.#session));
    }
  }

  /**
   * Mocha failed a test long after its end (`done` called again). The correction keeps the times of the first result. If that
   * was a failure, it stays: its error came first.
   */
  correct(open: OpenTest): void {
    const { key } = open.identity;
    const { times, outcome } = this.#ledger.recorded(key) ?? {};
    if (outcome === 'Failed') return;
    if (times !== undefined) {
      open.begun = true;
      open.cover(times.startedAt, times.endedAt);
      open.took(times.duration);
      this.complete(open);
    }
    this.#ledger.correct(key, open.toRecord(this.#session));
  }

  #settle(open: OpenTest): void {
    this.#ledger.settle(open.identity.key, open.toRecord(this.#session));
  }
}

/** Identifies a test, hook or suite, also across a worker's copies of it. */
export function isSame<T extends MochaTest | MochaHook | MochaSuite>(one: T, other: T): boolean {
  return one === other || (idOf(one) !== '' && idOf(one) === idOf(other));
}
