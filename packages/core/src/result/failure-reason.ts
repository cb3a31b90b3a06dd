import { FAILURE_REASONS, type FailureReason } from '@testpoint/interface/constants';
import { append, indexOf } from '../built-ins/language.js';
import type { ErrorRecord, StepRecord, TestRecord } from '../model.js';
import { automaticReason } from './automatic-reason.js';
import { type Draft, warn } from './draft.js';
import type { FailureReasonRule } from './mapping.js';
import { plain } from './text/text.js';

/** The reason that the test sets or, for a failed test, that of the first rule that matches; then what its error suggests. */
export function failureReasonOf(record: TestRecord, errors: ErrorRecord[], draft: Draft): FailureReason | undefined {
  if (record.failureReason !== undefined) {
    const own = known(record.failureReason, draft);
    if (own !== undefined) return own;
  }
  const rules = draft.mapping.failureReasons;
  if (record.status !== 'failed') return undefined;
  for (let index = 0; index < rules.length; index++) {
    const rule = rules[index];
    if (rule !== undefined && isFound(rule, record, errors, draft)) return rule.reason;
  }
  return draft.mapping.guessesReasons ? automaticReason(record, errors) : undefined;
}

function known(reason: string, draft: Draft): FailureReason | undefined {
  for (let index = 0; index < FAILURE_REASONS.length; index++) {
    const candidate = FAILURE_REASONS[index];
    if (candidate === reason) return candidate;
  }
  let words = '';
  for (let index = 0; index < FAILURE_REASONS.length; index++)
    words += `${index === 0 ? '' : ', '}${FAILURE_REASONS[index]}`;
  warn(`Failure reason "${reason}" is not sent: the service accepts only ${words}.`, draft);
  return undefined;
}

function isFound(rule: FailureReasonRule, record: TestRecord, errors: ErrorRecord[], draft: Draft): boolean {
  const { place } = rule;
  if (place === 'file') return isIn(record.file, rule, draft);
  if (place === 'step') {
    const { setup, body, teardown } = record.attempts[record.attempts.length - 1] ?? {};
    return isInFailed(setup, rule, draft) || isInFailed(body, rule, draft) || isInFailed(teardown, rule, draft);
  }
  for (let index = 0; index < errors.length; index++) {
    const error = errors[index];
    if (error === undefined) continue;
    if (place !== 'trace' && isIn(plain(error.message), rule, draft)) return true;
    if (place !== 'message' && error.stack !== undefined && isIn(plain(error.stack), rule, draft)) return true;
  }
  return false;
}

/** Whether the title of a failed step matches. */
function isInFailed(steps: readonly StepRecord[] = [], rule: FailureReasonRule, draft: Draft): boolean {
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index];
    if (step?.status !== 'failed') continue;
    if (isIn(plain(step.title), rule, draft) || isInFailed(step.steps, rule, draft)) return true;
  }
  return false;
}

function isIn(text: string, { pattern }: FailureReasonRule, draft: Draft): boolean {
  if (typeof pattern === 'string') return indexOf(text, pattern) !== -1;
  const found = pattern.find(text, 'first');
  if (found === undefined) {
    append(draft.warnings, `${pattern.name} takes too long to search some errors, so they get no reason from it.`);
  }
  return found !== undefined && found.length > 0;
}
