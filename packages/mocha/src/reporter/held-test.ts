import type { RecordedResult, Session, StepRecord, TestRecord } from '@testpoint/core';
import type { TestData } from '@testpoint/core/test-api';
import type { MochaHook, MochaTest } from '../in-test/mocha-types.js';
import type { OpenTest, OutputOf, SeenAttempt } from './open-test.js';
import type { Roster } from './roster.js';

/** The part of a session that accepts results. */
export type RecordingSession = Pick<Session, 'attempt' | 'record' | 'confirm' | 'correct' | 'output'>;

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
 * follows a test's end, and after follows the end of the last test). All other tests are handed over at once.
 */
export class HeldTest {
  readonly #session: RecordingSession;
  readonly #roster: Roster;
  readonly #runs: RunSource;
  readonly #live: boolean;
  readonly #output: OutputOf = (printed, status) => this.#session.output(printed, status);
  #test: OpenTest | undefined;

  /** @param live whether events arrive as they happen, so that the process may be killed between two of them */
  constructor(session: RecordingSession, roster: Roster, runs: RunSource, live: boolean) {
    this.#session = session;
    this.#roster = roster;
    this.#runs = runs;
    this.#live = live;
  }

  get current(): OpenTest | undefined {
    return this.#test;
  }

  /** Returns the held test if it is this one. */
  is(test: MochaTest): OpenTest | undefined {
    const held = this.#test;
    return held?.test !== undefined && isSameRunnable(held.test, test) ? held : undefined;
  }

  /** Hands over the test that was held before. */
  hold(next: OpenTest): void {
    this.release();
    this.#test = next;
  }

  /** Takes a test that never began. The last one is held for the after hooks of its suites, unless a test that ran is held. */
  place(next: OpenTest): void {
    if (this.#test?.begun === true) {
      this.send(next);
      return;
    }
    this.hold(next);
    this.announce(next);
  }

  release(): void {
    const held = this.#test;
    if (held === undefined) return;
    this.#test = undefined;
    if (!held.isSettled) this.complete(held);
    this.send(held);
  }

  complete(open: OpenTest): void {
    if (open.begun && open.test !== undefined) open.complete(this.#runs.attempt(open.test));
  }

  /** Announces how a held test ended. If we are killed while it is held, this is all that is known about it. */
  announce(open: OpenTest): void {
    if (!this.#live || open !== this.#test) return;
    this.complete(open);
    open.announced = this.#session.attempt(open.toRecord(this.#output), open.announced);
  }

  send(open: OpenTest): void {
    const { announced, isSettled } = open;
    const record = open.toRecord(this.#output);
    const isSame = isSettled && announced !== undefined;
    const result = isSame ? this.#session.confirm(announced) : this.#session.record(record, announced);
    this.#reported(open, record, result);
  }

  /** Mocha failed a test long after its end (`done` called again). Replaces the result that was already handed over. */
  correct(open: OpenTest): void {
    const before = open.test && this.#roster.handedOver(open.test);
    if (before === undefined) {
      this.send(open);
      return;
    }
    open.begun = true;
    open.cover(before.startedAt, before.endedAt);
    open.took(before.duration);
    this.complete(open);
    const record = open.toRecord(this.#output);
    this.#reported(open, record, this.#session.correct(record, before.result));
  }

  #reported({ test }: OpenTest, { status, attempts }: TestRecord, result: RecordedResult | undefined): void {
    if (test === undefined) return;
    const { startedAt, endedAt, duration } = attempts[attempts.length - 1] ?? {};
    this.#roster.reported(test, status, result && { result, startedAt, endedAt, duration });
  }
}

/** Identifies a runnable, also across a worker's copies of it. */
export function isSameRunnable(one: MochaTest | MochaHook, other: MochaTest | MochaHook): boolean {
  return one === other || (one.__mocha_id__ ?? one.id) === (other.__mocha_id__ ?? other.id);
}
