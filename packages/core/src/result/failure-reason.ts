import { FAILURE_REASONS, type FailureReason } from '@testpoint/interface/constants';
import { append, includes, indexOf, join, some } from '../built-ins/language.js';
import type { ErrorRecord, StepRecord, TestRecord } from '../model.js';
import { automaticReason } from './automatic-reason.js';
import { type Draft, warn } from './draft.js';
import type { FailureReasonRule } from './mapping.js';
import { slowReason, unknownReason } from './messages.js';
import { plain } from './text/text.js';

/** The reason that the test sets or, for a failed test, that of the first rule that matches; then what its error suggests. */
export function failureReasonOf(record: TestRecord, errors: ErrorRecord[], draft: Draft): FailureReason | undefined {
  const own = record.failureReason;
  if (includes(FAILURE_REASONS, own)) return own;
  if (own !== undefined) {
    warn(unknownReason(own, join(FAILURE_REASONS, ', ')), draft);
  }
  const rules = draft.mapping.failureReasons;
  if (record.status !== 'failed') return undefined;
  for (let index = 0; index < rules.length; index++) {
    const rule = rules[index] as FailureReasonRule;
    if (isFound(rule, record, errors, draft)) return rule.reason;
  }
  return draft.mapping.guessesReasons ? automaticReason(record, errors) : undefined;
}

function isFound(rule: FailureReasonRule, record: TestRecord, errors: ErrorRecord[], draft: Draft): boolean {
  const { place } = rule;
  if (place === 'file') return isIn(record.file, rule, draft);
  if (place === 'step') {
    const { setup, body, teardown } = record.attempts[record.attempts.length - 1] ?? {};
    return isInFailed(setup, rule, draft) || isInFailed(body, rule, draft) || isInFailed(teardown, rule, draft);
  }
  return some(errors, ({ message, stack }) => {
    if (place !== 'trace' && isIn(plain(message), rule, draft)) return true;
    return place !== 'message' && stack !== undefined && isIn(plain(stack), rule, draft);
  });
}

/** Whether the title of a failed step matches. */
function isInFailed(steps: readonly StepRecord[] = [], rule: FailureReasonRule, draft: Draft): boolean {
  return some(steps, ({ status, title, steps }) => {
    return status === 'failed' && (isIn(plain(title), rule, draft) || isInFailed(steps, rule, draft));
  });
}

function isIn(text: string, { pattern }: FailureReasonRule, draft: Draft): boolean {
  if (typeof pattern === 'string') return indexOf(text, pattern) !== -1;
  const found = pattern.find(text, 'first');
  if (found === undefined) {
    append(draft.warnings, slowReason(pattern.name));
  }
  return found !== undefined && found.length > 0;
}
