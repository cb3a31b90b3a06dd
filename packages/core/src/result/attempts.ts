import { attemptTitle, type STEP, type StepResult, type UsersTexts } from '@testpoint/interface/codec';
import { append } from '../built-ins/language.js';
import type { AttemptRecord, ErrorRecord, TestRecord, TestStatus } from '../model.js';
import { attemptSpan } from './attempt-span.js';
import { addAttachments, addTexts, type Draft, stepDraft } from './draft.js';
import { wholeTexts } from './errors.js';
import type { MappingSettings } from './mapping.js';
import { addSteps, outcomeOf } from './steps.js';
import { joinParagraphs } from './text/text.js';
import { addTimes, type TimeSpan, UNKNOWN } from './times.js';

/** A test's attempts: the last one, whose trees are the result's, and earlier ones that ran. */
export interface Attempts {
  earlier: AttemptRecord[];
  last: AttemptRecord | undefined;
  /** Number of attempts that ran or were announced. */
  total: number;
}

/** An attempt without anything but its status. */
export function emptyAttempt(status: TestStatus): AttemptRecord {
  return { status, errors: [], setup: [], body: [], teardown: [], attachments: [] };
}

export function attemptsOf(record: TestRecord): Attempts {
  const { attempts } = record;
  const last = attempts[attempts.length - 1];
  const earlier: AttemptRecord[] = [];
  for (let index = 0; index < attempts.length - 1; index++) {
    const attempt = attempts[index] as AttemptRecord;
    if (hasRun(attempt)) earlier[earlier.length] = attempt;
  }
  return { earlier, last, total: earlier.length + (last !== undefined && hasRun(last) ? 1 : 0) };
}

/** The errors that explain the verdict, and their attempt if it is not the last one. */
export interface DecisiveErrors {
  errors: ErrorRecord[];
  attempt?: number;
}

export function decisiveErrors(record: TestRecord, attempts: Attempts): DecisiveErrors {
  const { earlier, last } = attempts;
  const isExplained = record.status !== 'failed' || record.expectedToFail === true;
  if (last === undefined || last.errors.length > 0 || isExplained) return { errors: last?.errors ?? [] };
  // With repeats, a framework fails the test for one failure, even if the last repeat passed.
  for (let index = earlier.length - 1; index >= 0; index--) {
    const { errors } = earlier[index] as AttemptRecord;
    if (errors.length > 0) return { errors, attempt: index + 1 };
  }
  return { errors: [] };
}

/**
 * Adds one step for each attempt before the last, with its setup, body and teardown in one list (docs/decisions.md,
 * "Retries").
 */
export function addEarlierAttempts(target: StepResult[], attempts: Attempts, draft: Draft): void {
  const { earlier, total } = attempts;
  for (let index = 0; index < earlier.length; index++) {
    append(target, attemptStep(earlier[index] as AttemptRecord, attemptTitle(index + 1, total), draft));
  }
}

/**
 * From the start of the first attempt to the end of the last. The duration is the sum of those that are known, because other tests
 * may run between two attempts.
 * @param kept 'last' leaves the earlier attempts out
 */
export function timeSpan({ earlier, last }: Attempts, kept: MappingSettings['attempts']): TimeSpan {
  const span: TimeSpan = last === undefined ? {} : attemptSpan(last);
  if (kept === 'last') return span;
  const isOpen = span.startedAt !== undefined && span.duration === undefined;
  for (let index = 0; index < earlier.length; index++) {
    const { startedAt, endedAt, duration } = attemptSpan(earlier[index] as AttemptRecord);
    if (duration !== undefined && !isOpen) span.duration = (span.duration ?? 0) + duration;
    if (startedAt !== undefined && (span.startedAt === undefined || startedAt < span.startedAt))
      span.startedAt = startedAt;
    // If an attempt never ended, the end is unknown, even if earlier ones ended.
    if ((endedAt ?? UNKNOWN) > (span.endedAt ?? UNKNOWN)) span.endedAt = endedAt;
  }
  return span;
}

/** `not-run` is also the status of an interrupted attempt, which may contain a lot. */
function hasRun(attempt: AttemptRecord): boolean {
  const { status, reason, errors, setup, body, teardown, attachments } = attempt;
  return (
    status !== 'not-run' ||
    reason !== undefined ||
    errors.length + setup.length + body.length + teardown.length + attachments.length > 0
  );
}

function attemptStep(attempt: AttemptRecord, title: string, draft: Draft): StepResult {
  const own = stepDraft(draft);
  const step: StepResult = {};
  const description = joinParagraphs(attempt.reason ?? '', wholeTexts(attempt.errors));
  addTexts<UsersTexts<typeof STEP>>(step, { title, description }, own);
  addTimes(step, attemptSpan(attempt), draft.mapping.settings.durationUnit);
  step.outcome = outcomeOf(attempt.status);
  const inner: StepResult[] = [];
  addSteps(inner, attempt.setup, 2, draft);
  addSteps(inner, attempt.body, 2, draft);
  addSteps(inner, attempt.teardown, 2, draft);
  if (inner.length > 0) step.stepResults = inner;
  addAttachments(attempt.attachments, own);
  if (own.references.length > 0) step.attachments = own.references;
  return step;
}
