import { isAbsolute, relative, sep } from 'node:path';
import type { TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import type { AttachmentRecord, AttemptRecord, ErrorRecord, StepRecord, TestStatus } from '@testpoint/core';
import { emptyAttempt, type WhyNotRun } from '@testpoint/core/adapter';
import { HAND_OVER_NAME } from '../in-test/hand-over.js';
import { isSkipCall, translateError } from './errors.js';
import { type PlaywrightAttachment, readHandOvers } from './hand-overs.js';
import { type MaskInput, Masking } from './masking.js';
import { attemptUnreadable, stepNotFinished } from './result-messages.js';
import { AFTER_HOOKS, attemptTimes, BEFORE_HOOKS, endOf, hasBegun, startOf, WORKER_CLEANUP } from './times.js';
import { visitSteps } from './visit-steps.js';

/** Which of Playwright's steps to include. */
export interface TreeOptions {
  steps: { expect: boolean; api: boolean; fixtures: boolean };
  maskInput: MaskInput;
  /** The id root; files of steps are relative to it. */
  root: string;
}

/** The content of an attachment; undefined if it was returned before. */
export type AttachmentLookup = (attachment: PlaywrightAttachment, masking: Masking) => AttachmentRecord | undefined;

type Owner = { attachments?: AttachmentRecord[]; steps?: StepRecord[] };

/** Where the records of steps and their attachments go. */
interface Target {
  owner: Owner;
  /** The list of the outermost steps; further inside, it is the owner's. */
  into?: StepRecord[];
}

/**
 * Converts one of Playwright's results to an attempt: hooks before and after, the body between them, and attachments where
 * they were made.
 */
export function translateAttempt(
  test: TestCase,
  result: TestResult,
  options: TreeOptions,
  lookUp: AttachmentLookup,
  output: (status: TestStatus) => PlaywrightAttachment[] = () => [],
): AttemptRecord {
  const tree = new Tree(result, options, lookUp);
  const attempt: AttemptRecord = {
    ...emptyAttempt(attemptStatus(test, result)),
    // Not `workerIndex`: after each failure Playwright starts a new worker to replace the old one.
    ...(hasBegun(result) && { worker: result.parallelIndex }),
    ...attemptTimes(test, result),
    errors: result.errors.map((error) => tree.error(error)),
  };
  for (const step of result.steps) {
    if (step.category === 'hook' && step.title === BEFORE_HOOKS) tree.unwrap(step, attempt.setup, attempt);
    else if (step.category === 'hook' && (step.title === AFTER_HOOKS || step.title === WORKER_CLEANUP))
      tree.unwrap(step, attempt.teardown, attempt);
    else tree.add([step], attempt.body, attempt);
  }
  tree.attach(result.attachments, attempt);
  tree.attach(output(attempt.status), attempt);
  return attempt;
}

/** An attempt whose details can't be read, only its verdict. */
export function unreadableAttempt(test: TestCase, result: TestResult, reason: unknown): AttemptRecord {
  const message = attemptUnreadable(String(reason));
  return { ...emptyAttempt(attemptStatus(test, result)), errors: [{ message }] };
}

/** An attempt in which the test did not run. */
export function leftOut(reason: WhyNotRun): AttemptRecord {
  return { ...emptyAttempt('not-run'), reason };
}

/** The attempt's verdict. An expected failure that failed has passed. */
function attemptStatus(test: TestCase, result: TestResult): TestStatus {
  if (result.status === 'interrupted') return 'not-run';
  if (result.status === 'skipped') return test.expectedStatus === 'skipped' ? 'skipped' : 'not-run';
  return result.status === test.expectedStatus ? 'passed' : 'failed';
}

class Tree {
  readonly #result: TestResult;
  readonly #options: TreeOptions;
  readonly #lookUp: AttachmentLookup;
  readonly #masking: Masking;
  /** Most steps of a test are called in one file. */
  #lastFile: { path: string; shown: string } | undefined;

  constructor(result: TestResult, options: TreeOptions, lookUp: AttachmentLookup) {
    this.#result = result;
    this.#options = options;
    this.#lookUp = lookUp;
    this.#masking = new Masking(result.steps, options.maskInput);
  }

  /**
   * The steps inside one of Playwright's own three groups. The group itself is included only if its error has no other
   * place.
   */
  unwrap(group: TestStep, into: StepRecord[], attempt: AttemptRecord): void {
    this.add(group.steps, into, attempt);
    this.attach(group.attachments, attempt);
    if (group.error && !hasError(group.steps)) into.push(this.#step(group));
  }

  add(steps: readonly TestStep[], into: StepRecord[], owner: Owner): void {
    visitSteps<Target>(steps, { owner, into }, (step, above) => {
      if (!this.#isShown(step)) {
        this.attach(step.attachments, above.owner);
        return above;
      }
      const record = this.#step(step);
      this.attach(step.attachments, record);
      if (above.into === undefined) {
        above.into = [];
        above.owner.steps = above.into;
      }
      above.into.push(record);
      return { owner: record };
    });
  }

  attach(attachments: readonly PlaywrightAttachment[], owner: Owner): void {
    for (const attachment of attachments) {
      const record = this.#lookUp(attachment, this.#masking);
      if (record === undefined) continue;
      owner.attachments ??= [];
      owner.attachments.push(record);
    }
  }

  error(error: TestResult['errors'][number]): ErrorRecord {
    const { message, stack, codeFrame, location } = translateError(error);
    return {
      message: this.#masking.error(message),
      ...(stack !== undefined && { stack: this.#masking.error(stack) }),
      ...(codeFrame !== undefined && { codeFrame: this.#masking.error(codeFrame) }),
      ...(location !== undefined && { location }),
    };
  }

  /** A step that only holds an attachment is omitted: the attachment belongs to its parent step. */
  #isShown({ category, title }: TestStep): boolean {
    const { steps } = this.#options;
    if (category === 'test.attach' || category === 'attach') return false;
    if (category === 'expect' || (category === 'step' && title.startsWith('expect.'))) return steps.expect;
    if (category === 'pw:api') return steps.api;
    if (category === 'fixture') return steps.fixtures;
    return true;
  }

  #step(step: TestStep): StepRecord {
    const { status, description } = this.#outcome(step);
    const record: StepRecord = { title: this.#masking.title(step), startedAt: startOf(step), status };
    const endedAt = endOf(step);
    if (endedAt !== undefined) record.endedAt = endedAt;
    if (description !== undefined) record.description = description;
    if (step.location !== undefined)
      record.location = { file: this.#file(step.location.file), line: step.location.line };
    if (step.error && status === 'failed') record.error = this.error(step.error);
    const parameters = this.#masking.parameters(step);
    if (parameters !== undefined) record.parameters = parameters;
    for (const attachment of step.attachments) {
      const said = attachment.name === HAND_OVER_NAME ? readHandOvers(attachment)[0]?.step : undefined;
      if (said?.description !== undefined) record.description = said.description;
      if (said?.parameters !== undefined) record.parameters = { ...record.parameters, ...said.parameters };
    }
    return record;
  }

  /** Files outside the id root keep their absolute path. */
  #file(path: string): string {
    if (this.#lastFile?.path !== path) {
      const inner = relative(this.#options.root, path).split(sep).join('/');
      this.#lastFile = { path, shown: inner.startsWith('../') || isAbsolute(inner) ? path : inner };
    }
    return this.#lastFile.shown;
  }

  #outcome(step: TestStep): { status: TestStatus; description?: string } {
    const skip = (step.annotations ?? []).find((annotation) => annotation.type === 'skip');
    if (skip || step.category === 'test.step.skip') {
      return { status: 'skipped', ...(skip?.description !== undefined && { description: skip.description }) };
    }
    if (step.error) return { status: isSkipCall(step.error) ? 'skipped' : 'failed' };
    if (step.duration >= 0) return { status: 'passed' };
    // A crash, a timeout, or a missing await: its end was never announced.
    const fatal = this.#result.status === 'failed' || this.#result.status === 'timedOut';
    return { status: fatal ? 'failed' : 'not-run', description: stepNotFinished };
  }
}

function hasError(steps: readonly TestStep[]): boolean {
  let any = false;
  visitSteps(steps, undefined, (step) => {
    any ||= step.error !== undefined;
  });
  return any;
}
