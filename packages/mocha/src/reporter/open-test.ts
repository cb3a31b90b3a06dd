import type { AttachmentRecord, AttemptRecord, ErrorRecord, TestRecord, TestStatus, Verdict } from '@testpoint/core';
import { emptyAttempt, mergedTestData, Printed, type Session, type WhyNotRun } from '@testpoint/core/adapter';
import { append, each, mapped } from '@testpoint/core/built-ins';
import { type AttemptData, failUnended, type TestData } from '@testpoint/core/test-api';
import type { MochaTest } from '../in-test/mocha-types.js';

/** Identifies the test of a result, and its worker. */
export interface Identity {
  /** The same object in all events about the test. */
  key: object;
  file: string;
  titlePath: string[];
  /** 1-based; undefined means 1. */
  occurrence?: number | undefined;
  /** Number of the worker in parallel mode, from 0. */
  worker?: number | undefined;
}

/** The setup file's observations of one attempt. */
export type SeenAttempt = Pick<AttemptData, 'endedAt' | 'body' | 'attachments' | 'test'> & { startedAt?: number };

interface Run {
  attempt: AttemptRecord;
  printed?: Printed;
  /** Calls of the test API. */
  said: TestData;
}

/** A test between its first event and its record. */
export class OpenTest {
  readonly identity: Identity;
  /** The running or last attempt. Undefined for a test that is only known from a plan. */
  test: MochaTest | undefined;
  /** Mocha's own verdict so far. A failure is final. */
  verdict: TestStatus | undefined;
  /** False for tests that did not run at all. */
  begun = false;
  /** Whether an attempt has failed and another one follows. */
  retrying = false;
  /** How many of the suites around it have not ended. */
  depth: number;
  /** The depth at which Mocha fails tests because of this one's hook, which is before it runs the hooks after this one. */
  failsOthersAt: number | undefined;
  /** Calls of the test API in a test without an end event. */
  said: TestData = {};
  /** Whether something has changed since its record was last made. */
  hasChanged = true;
  /** Why it was skipped, in the author's words. */
  #skipReason: string | undefined;
  #whyNotRun: WhyNotRun | undefined;
  readonly #runs: Run[] = [];

  constructor(identity: Identity, test: MochaTest | undefined, depth: number) {
    this.identity = identity;
    this.test = test;
    this.depth = depth;
  }

  /**
   * The attempt that hooks and errors belong to now. Callers change it. Creates one if the test has none and a hook has to
   * be shown in it.
   */
  get attempt(): AttemptRecord {
    this.hasChanged = true;
    return (this.#last ?? this.#addRun()).attempt;
  }

  /** Adds output of the current attempt. */
  get printed(): Printed {
    const last = this.#last ?? { printed: new Printed() };
    last.printed ??= new Printed();
    return last.printed;
  }

  /** The output of the hooks before the test is the beginning of its own. */
  printedBefore(printed: Printed): void {
    (this.#last ?? this.#addRun()).printed = printed;
  }

  begin(test: MochaTest, startedAt: number | undefined): void {
    this.test = test;
    this.begun = true;
    this.retrying = false;
    const { attempt } = this.#addRun();
    if (startedAt !== undefined) attempt.startedAt = startedAt;
  }

  fail(error: ErrorRecord): void {
    this.verdict = 'failed';
    append(this.attempt.errors, error);
  }

  pass(): void {
    this.hasChanged = true;
    this.verdict ??= 'passed';
  }

  skip(reason: string | undefined): void {
    this.hasChanged = true;
    if (this.verdict !== 'failed') this.verdict = 'skipped';
    this.#skipReason ??= reason;
  }

  retry(error: ErrorRecord): void {
    this.retrying = true;
    this.attempt.status = 'failed';
    append(this.attempt.errors, error);
  }

  /** Sets the reason why it did not run or did not finish, unless an earlier reason is known. */
  blame(reason: WhyNotRun): void {
    this.hasChanged = true;
    this.#whyNotRun ??= reason;
  }

  /** Adds the setup file's observations to the current attempt. */
  complete(data: SeenAttempt | undefined): void {
    if (data === undefined) return;
    const { attempt } = this;
    this.cover(data.startedAt, data.endedAt);
    attempt.body = data.body;
    attempt.attachments = data.attachments;
    if (this.retrying || this.verdict === 'failed') failUnended(attempt.body);
    if (this.#last !== undefined) this.#last.said = data.test;
  }

  /** Extends the current attempt's time to cover the body and the hooks that ran for this test alone. */
  cover(startedAt: number | undefined, endedAt: number | undefined): void {
    const { attempt } = this;
    if (startedAt !== undefined && !(startedAt > (attempt.startedAt ?? Number.POSITIVE_INFINITY)))
      attempt.startedAt = startedAt;
    if (endedAt !== undefined && !(endedAt < (attempt.endedAt ?? 0))) attempt.endedAt = endedAt;
  }

  /** Duration of the current attempt's body, milliseconds, when there is no clock. */
  took(duration: number | undefined): void {
    if (typeof duration === 'number') this.attempt.duration = duration;
  }

  toRecord(session: Session): TestRecord {
    this.hasChanged = false;
    const verdict = this.#finalVerdict;
    if (this.#last !== undefined && !this.retrying) this.#last.attempt.status = verdict.status;
    const { file, titlePath, occurrence } = this.identity;
    const said = [this.said];
    each(this.#runs, (run) => append(said, run.said));
    const record: TestRecord = {
      ...mergedTestData(said, titlePath),
      file,
      titlePath,
      ...verdict,
      // Copies, because attempts still change while hooks run.
      attempts: mapped(this.#runs, ({ attempt, printed }) =>
        withOutput(attempt, session.output(printed, attempt.status)),
      ),
    };
    if (occurrence !== undefined) record.occurrence = occurrence;
    return record;
  }

  get #finalVerdict(): Verdict {
    const { verdict: status = 'not-run' } = this;
    if (status === 'not-run') return { status, reason: this.#whyNotRun };
    return status === 'skipped' ? { status, reason: this.#skipReason } : { status };
  }

  get #last(): Run | undefined {
    return this.#runs[this.#runs.length - 1];
  }

  #addRun(): Run {
    this.hasChanged = true;
    const attempt = emptyAttempt('not-run');
    if (this.identity.worker !== undefined) attempt.worker = this.identity.worker;
    const run: Run = { attempt, said: {} };
    append(this.#runs, run);
    return run;
  }
}

function withOutput(attempt: AttemptRecord, output: AttachmentRecord | undefined): AttemptRecord {
  if (output === undefined) return attempt;
  const attachments = mapped(attempt.attachments, (attachment) => attachment);
  append(attachments, output);
  return { ...attempt, attachments };
}
