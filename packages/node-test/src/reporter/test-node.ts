import type { AttemptRecord, StepRecord, TestRecord, Verdict } from '@testpoint/core';
import { emptyAttempt, mergedTestData, type WhyNotRun } from '@testpoint/core/adapter';
import { append, each, join, slice, uncurry } from '@testpoint/core/built-ins';
import type { AttemptData, TestData } from '@testpoint/core/test-api';
import type { SeenTest } from '../in-test/runner-types.js';
import { keyOf, type Place } from '../in-test/test-key.js';
import { errorRecord } from './errors.js';
import { type EventData, failureOf, isLeftOut } from './node-events.js';
import { cancelled } from './result-messages.js';
import type { TestFile } from './test-files.js';

const sort: <T>(list: T[], compare: (one: T, other: T) => number) => T[] = uncurry(Array.prototype.sort);

/** A test or a suite, from its first event to its result. */
export class TestNode {
  file: TestFile;
  data: EventData;
  parent: TestNode | undefined;
  /** Whether Node has begun to run it, and has said so. */
  hasBegun = false;
  hasEnded = false;
  /** Its turn in the order of Node's report has come. */
  isStarted = false;
  /** When it ended, as far as the reporter can tell; epoch milliseconds. */
  endedAt: number | undefined;
  /** Its own tests: if it is a test, they are its steps. */
  readonly subtests: TestNode[] = [];
  /** Tests that its failure kept from running. */
  readonly waiting: TestNode[] = [];
  readonly diagnostics: string[] = [];
  /** Among the tests of its file with the same titles. */
  number = 1;
  /** Known once its turn has come. */
  place: Place | undefined;
  /** How many of its tests have each name. */
  readonly names: Record<string, number> = Object.create(null);
  /** What the setup file has observed. */
  seen: AttemptData | undefined;
  /** What it has said of itself, if it never ended. */
  said: TestData | undefined;
  /** Why it did not run, if it did not. */
  whyNotRun: WhyNotRun | undefined;

  constructor(file: TestFile, data: EventData, parent: TestNode | undefined) {
    this.file = file;
    this.data = data;
    this.parent = parent;
    if (parent !== undefined) append(parent.subtests, this);
  }

  /** Before a test has ended, Node 20 does not say whether it is one. */
  get isSuite(): boolean {
    const { type, details } = this.data;
    return (details?.type ?? type) === 'suite' || (type === undefined && !this.hasEnded && this.subtests.length > 0);
  }

  get titlePath(): string[] {
    const titles = this.parent?.titlePath ?? [];
    append(titles, this.data.name);
    return titles;
  }

  /** What the setup file calls it, once its turn has come. */
  get key(): string | undefined {
    const path: Place[] = [];
    return this.#addPlaces(path) ? keyOf(this.file.process.name, path) : undefined;
  }

  #addPlaces(path: Place[]): boolean {
    if (this.place === undefined || (this.parent !== undefined && !this.parent.#addPlaces(path))) return false;
    append(path, this.place);
    return true;
  }

  /** Whether it was cancelled before it began. */
  get isCancelled(): boolean {
    return !this.hasBegun && failureOf(this.data)?.failureType === 'cancelledByParent';
  }

  /** Its result; undefined for a test that did not belong to this run. */
  toRecord(): TestRecord | undefined {
    if (this.isSuite || isLeftOut(this.data)) return undefined;
    const { titlePath, file, data } = this;
    const said = this.seen?.test ?? this.said;
    const verdict = this.#verdict;
    const record: TestRecord = {
      ...mergedTestData(said === undefined ? [] : [said], titlePath),
      ...verdict,
      file: file.name,
      titlePath,
      // A test that did not run may show the hook that failed.
      attempts: this.hasBegun || this.seen !== undefined ? [this.#attempt(verdict.status)] : [],
    };
    if (this.number > 1) record.occurrence = this.number;
    if (data.line !== undefined && file.declares(data)) record.line = data.line;
    if (this.diagnostics.length > 0) {
      const said = record.message === undefined ? [] : [record.message];
      each(this.diagnostics, (text) => append(said, text));
      record.message = join(said, '\n');
    }
    if (data.expectFailure !== undefined && data.expectFailure !== false) record.expectedToFail = true;
    return record;
  }

  get #verdict(): Verdict {
    const { skip, todo, details } = this.data;
    if (isSet(skip)) return { status: 'skipped', reason: textIn(skip) };
    if (!this.hasEnded) return { status: 'not-run', reason: this.whyNotRun };
    if (this.isCancelled) {
      const why = String(failureOf(this.data)?.message ?? '');
      return { status: 'not-run', reason: this.whyNotRun ?? cancelled(why) };
    }
    // Node passes a test without a function.
    const isEmpty = (this.seen?.framework as SeenTest | undefined)?.isEmpty === true;
    if (details?.error === undefined && !(isSet(todo) && isEmpty)) return { status: 'passed' };
    return isSet(todo) ? { status: 'skipped', reason: textIn(todo) ?? 'todo' } : { status: 'failed' };
  }

  #attempt(status: AttemptRecord['status']): AttemptRecord {
    const { details } = this.data;
    const attempt = emptyAttempt(status);
    if (details?.error !== undefined && status !== 'not-run') append(attempt.errors, errorRecord(details.error));
    const { seen } = this;
    if (seen !== undefined) {
      const { setup, teardown, attachments, body } = seen;
      Object.assign(attempt, { setup, teardown, attachments });
      each(body, (step) => append(attempt.body, step));
      // Node keeps only the first error.
      const [first] = attempt.errors;
      each(teardown, ({ title, error }) => {
        if (first === undefined || error === undefined || slice(title, 0, 9) !== 'afterEach') return;
        if (error.message !== first.message) append(attempt.errors, error);
      });
    }
    each(this.subtests, (subtest) => append(attempt.body, subtest.#asStep));
    if (seen !== undefined) sort(attempt.body, (one, other) => (one.startedAt ?? 0) - (other.startedAt ?? 0));
    this.#addTimes(attempt);
    return attempt;
  }

  get #asStep(): StepRecord {
    const { status } = this.#verdict;
    const step: StepRecord = { title: this.data.name, status };
    const error = this.data.details?.error;
    if (error !== undefined && status === 'failed') step.error = errorRecord(error);
    if (this.subtests.length > 0) {
      step.steps = [];
      each(this.subtests, (subtest) => append(step.steps ?? [], subtest.#asStep));
    }
    this.#addTimes(step);
    return step;
  }

  #addTimes(target: Partial<Pick<AttemptRecord, 'startedAt' | 'endedAt' | 'duration'>>): void {
    const duration = this.data.details?.duration_ms;
    if (this.seen !== undefined) {
      target.startedAt = this.seen.startedAt;
      if (this.seen.endedAt !== undefined) target.endedAt = this.seen.endedAt;
      return;
    }
    if (duration === undefined) return;
    if (this.endedAt === undefined) {
      target.duration = duration;
      return;
    }
    target.startedAt = this.endedAt - duration;
    target.endedAt = this.endedAt;
  }
}

function isSet(directive: string | boolean | undefined): directive is string | true {
  return directive !== undefined && directive !== false;
}

function textIn(directive: string | true): string | undefined {
  return typeof directive === 'string' && directive !== '' ? directive : undefined;
}
