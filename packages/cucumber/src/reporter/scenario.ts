import type { Attachment, TestStep } from '@cucumber/messages';
import type {
  AttemptRecord,
  ErrorRecord,
  LinkRecord,
  StepRecord,
  TestRecord,
  TestStatus,
  Verdict,
} from '@testpoint/core';
import { emptyAttempt, mergedTestData, Printed, type Session, type WhyNotRun } from '@testpoint/core/adapter';
import { append, each, execute } from '@testpoint/core/built-ins';
import type { AttemptData, TestData } from '@testpoint/core/test-api';
import type { KnownScenario } from './features.js';
import * as why from './result-messages.js';
import { addAttachment, linksOf } from './translate.js';

const { create } = Object;
const TEST_CASE = /^@tc:/i;

/** A test case's steps as they were planned, with what they become. */
export interface PlannedStep {
  readonly step: TestStep;
  readonly part: 'setup' | 'body' | 'teardown';
  /** Without what is only known when it runs. */
  readonly record: Readonly<StepRecord>;
}

/** A scenario, with its attempts. */
export class Scenario {
  readonly known: KnownScenario;
  readonly #attempts: AttemptRecord[] = [];
  readonly #said: TestData[] = [];
  #verdict: Verdict = { status: 'not-run' };

  constructor(known: KnownScenario) {
    this.known = known;
  }

  get hasBegun(): boolean {
    return this.#attempts.length > 0;
  }

  get hasFailed(): boolean {
    return this.#verdict.status === 'failed';
  }

  add(attempt: AttemptRecord, said: readonly TestData[], verdict: Verdict): void {
    append(this.#attempts, attempt);
    each(said, (one) => append(this.#said, one));
    this.#verdict = verdict;
  }

  blame(reason: WhyNotRun): void {
    this.#verdict = { status: 'not-run', reason };
  }

  toRecord(): TestRecord {
    const { file, titlePath, occurrence, line, parameters, tags } = this.known;
    const data = mergedTestData(this.#said, tags);
    const record: TestRecord = {
      ...data,
      ...{ file, titlePath, occurrence },
      ...this.#verdict,
      attempts: this.#attempts,
    };
    if (line !== undefined) record.line = line;
    if (parameters !== undefined) record.parameters = { ...parameters, ...data.parameters };
    const others = filterTags(tags);
    if (others !== '') record.properties = { tags: others, ...data.properties };
    return record;
  }
}

/** How a step or hook ended. */
export interface StepEnd {
  status: TestStatus;
  endedAt: number;
  /** Whether Cucumber ran any code of it. */
  hasRun: boolean;
  isPending: boolean;
  error?: ErrorRecord;
}

/** One attempt while it runs. */
export class OpenAttempt {
  readonly scenario: Scenario;
  /** Cucumber's id of the scenario's test case. */
  readonly testCase: string;
  /** By its steps and hooks. */
  readonly printed = new Printed();
  readonly #attempt: AttemptRecord = emptyAttempt('not-run');
  readonly #steps: Record<string, StepRecord | undefined> = create(null);
  readonly #links: LinkRecord[] = [];
  #said: TestData = {};
  #hasRun = false;
  #status: TestStatus = 'passed';
  /** Why it was skipped. */
  #reason: string | undefined;

  /** @param before hooks that ran before all scenarios */
  constructor(scenario: Scenario, testCase: string, before: readonly StepRecord[]) {
    this.scenario = scenario;
    this.testCase = testCase;
    each(before, (hook) => append(this.#attempt.setup, hook));
  }

  /** Whether Cucumber ran none of its code. */
  get wasLeftOut(): boolean {
    return !this.#hasRun && this.#status !== 'failed';
  }

  startAt(time: number, worker: number | undefined): void {
    this.#attempt.startedAt = time;
    if (worker !== undefined) this.#attempt.worker = worker;
  }

  begin({ step, part, record }: PlannedStep, startedAt: number): void {
    const begun: StepRecord = { ...record, startedAt };
    this.#steps[step.id] = begun;
    append(this.#attempt[part], begun);
  }

  end(id: string, { status, endedAt, hasRun, isPending, error }: StepEnd): void {
    const step = this.#steps[id];
    if (step === undefined) return;
    step.status = status;
    this.#hasRun ||= hasRun;
    if (hasRun) step.endedAt = endedAt;
    else delete step.startedAt;
    if (error !== undefined) {
      step.error = error;
      append(this.#attempt.errors, error);
    }
    if (status === 'failed') this.#status = 'failed';
    else if (status !== 'passed' && this.#status === 'passed') {
      this.#status = 'skipped';
      this.#reason = isPending ? why.pending(step.title) : why.skippedBy(step.title);
    }
  }

  attach(message: Attachment): void {
    const step = this.#steps[message.testStepId ?? ''];
    if (step === undefined) return;
    addAttachment(step, message);
    each(linksOf(message), (link) => append(this.#links, link));
  }

  /** Adds calls of the test API. Each has the id of its step as its title. */
  complete({ setup, test }: AttemptData): void {
    this.#said = test;
    each(setup, ({ title, steps, attachments }) => {
      const step = this.#steps[title];
      if (step === undefined) return;
      if (steps !== undefined) step.steps = steps;
      if (attachments === undefined) return;
      step.attachments ??= [];
      each(attachments, (one) => append(step.attachments ?? [], one));
    });
  }

  /** It has ended. @param reason if it did not run */
  finish(session: Session, endedAt: number | undefined, reason?: WhyNotRun): void {
    const status = reason === undefined ? this.#status : 'not-run';
    this.#attempt.status = status;
    if (endedAt !== undefined) this.#attempt.endedAt = endedAt;
    const output = session.output(this.printed, status);
    if (output !== undefined) append(this.#attempt.attachments, output);
    const said = this.#links.length > 0 ? [{ links: this.#links }, this.#said] : [this.#said];
    this.scenario.add(this.#attempt, said, this.#verdict(status, reason));
  }

  #verdict(status: TestStatus, reason: WhyNotRun | undefined): Verdict {
    if (status === 'not-run') return { status, reason };
    return status === 'skipped' ? { status, reason: this.#reason } : { status };
  }
}

/** The test cases that tags name (`@tc:101`). */
export function testCasesOf(tags: readonly string[]): number[] {
  return mergedTestData([], tags).testCases ?? [];
}

/** Those that name no test case. */
function filterTags(tags: readonly string[]): string {
  let all = '';
  each(tags, (tag) => {
    if (execute(TEST_CASE, tag) === null) all += all === '' ? tag : `, ${tag}`;
  });
  return all;
}
