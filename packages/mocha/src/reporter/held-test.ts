import type { Session, StepRecord, TestLedger } from '@testpoint/core';
import type { TestData } from '@testpoint/core/test-api';
import type { MochaHook, MochaTest } from '../in-test/mocha-types.js';
import type { OpenTest, OutputOf, SeenAttempt } from './open-test.js';

/** The setup file's observations, if it is loaded. */
export interface RunSource {
  /** About the run of a hook that has just ended. */
  takeHook(hook: MochaHook): Partial<StepRecord> | undefined;
  /** About an attempt, so far. */
  attempt(test: MochaTest): SeenAttempt | undefined;
  /** The identity of a test that began and never ended. */
  identityOf(id: string): TestData | undefined;
}

/**
 * Holds back one test: the running one, or the last one that ran, as long as hooks that belong to it may follow (afterEach
 * follows a test's end, and after follows the end of the last test). All other tests are settled at once.
 */
export class HeldTest {
  readonly #ledger: TestLedger<object>;
  readonly #runs: RunSource;
  readonly #live: boolean;
  readonly #output: OutputOf;
  #test: OpenTest | undefined;

  /** @param live whether events arrive as they happen, so that the process may be killed between two of them */
  constructor(ledger: TestLedger<object>, session: Pick<Session, 'output'>, runs: RunSource, live: boolean) {
    this.#ledger = ledger;
    this.#runs = runs;
    this.#live = live;
    this.#output = (printed, status) => session.output(printed, status);
  }

  get current(): OpenTest | undefined {
    return this.#test;
  }

  /** Returns the held test if it is this one. */
  is(test: MochaTest): OpenTest | undefined {
    const held = this.#test;
    return held?.test !== undefined && isSameRunnable(held.test, test) ? held : undefined;
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

  /** Takes a test that never began. The last one is held for the after hooks of its suites, unless a test that ran is held. */
  place(next: OpenTest): void {
    if (this.#test?.begun === true) {
      this.#settle(next);
      return;
    }
    this.hold(next);
    this.announce(next);
  }

  release(): void {
    const held = this.#test;
    if (held === undefined) return;
    this.#test = undefined;
    if (!held.isUnchanged) this.complete(held);
    this.#settle(held);
  }

  complete(open: OpenTest): void {
    if (open.begun && open.test !== undefined) open.complete(this.#runs.attempt(open.test));
  }

  /** A held test has ended. If we are killed while it is held, this is all that is known about it. */
  announce(open: OpenTest): void {
    if (!this.#live || open !== this.#test) return;
    this.complete(open);
    this.#ledger.announced(open.identity.key, open.toRecord(this.#output));
  }

  /** Mocha failed a test long after its end (`done` called again). The correction keeps the times of the first result. */
  correct(open: OpenTest): void {
    const { key } = open.identity;
    const { times } = this.#ledger.recorded(key) ?? {};
    if (times !== undefined) {
      open.begun = true;
      open.cover(times.startedAt, times.endedAt);
      open.took(times.duration);
      this.complete(open);
    }
    this.#ledger.correct(key, open.toRecord(this.#output));
  }

  #settle(open: OpenTest): void {
    this.#ledger.settle(open.identity.key, open.toRecord(this.#output));
  }
}

/** Identifies a runnable, also across a worker's copies of it. */
export function isSameRunnable(one: MochaTest | MochaHook, other: MochaTest | MochaHook): boolean {
  return one === other || (one.__mocha_id__ ?? one.id) === (other.__mocha_id__ ?? other.id);
}
