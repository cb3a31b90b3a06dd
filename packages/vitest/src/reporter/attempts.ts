import type { AttemptRecord, ErrorRecord, TestStatus } from '@testpoint/core';
import { emptyAttempt } from '@testpoint/core/adapter';
import type { TestCase } from 'vitest/node';
import { translateError } from './errors.js';
import type { ObservedAttempt } from './observed-attempt.js';

/** An attempt as Vitest 5 reports it. */
interface NativeAttempt {
  state: string;
  errors?: readonly unknown[];
  /** Milliseconds. */
  duration?: number;
  /** Epoch milliseconds. */
  startTime?: number;
}

/**
 * A test's attempts in the order they ran. The setup file observed them with their trees, or Vitest 5 reports them.
 * Otherwise only their number is known, and their errors in one list.
 */
export function attemptsOf(test: TestCase, status: TestStatus, observed: readonly ObservedAttempt[]): AttemptRecord[] {
  const errors = test.result().errors ?? [];
  const native = (test as { attempts?: () => readonly NativeAttempt[] }).attempts?.() ?? [];
  const told = () => (native.length > 0 ? native.map(fromNative) : fromDiagnostic(test, errors, status));
  if (observed.length === 0) return native.length > 0 ? inWholeTime(test, told()) : told();
  const { retryCount = 0, repeatCount = 0 } = test.diagnostic() ?? {};
  // A test that removes the outbox takes away what was seen of its earlier attempts.
  const unseen = Math.max(1 + retryCount + repeatCount - observed.length, 0);
  const earlier = unseen === 0 ? [] : told().slice(0, unseen);
  return inWholeTime(test, [...earlier, ...fromObserved(observed, native.slice(unseen), errors, status, unseen > 0)]);
}

/**
 * Gives attempts the whole time that Vitest counts for the test. Around and between them it sends events, and prepares and
 * tears down fixtures, which takes tens of milliseconds on a busy machine. The pause before a retry belongs to no attempt.
 */
function inWholeTime(test: TestCase, attempts: AttemptRecord[]): AttemptRecord[] {
  const { retry } = test.options as { retry?: number | { delay?: number } };
  const pause = (typeof retry === 'object' && retry.delay) || 0;
  for (const [index, attempt] of attempts.entries()) {
    const next = attempts[index + 1]?.startedAt ?? 0;
    if (attempt.endedAt !== undefined) attempt.endedAt = Math.max(attempt.endedAt, next - pause);
  }
  const [first] = attempts;
  const last = attempts.at(-1);
  const { startTime, duration } = test.diagnostic() ?? {};
  if (startTime === undefined || duration === undefined) return attempts;
  if (first?.startedAt === undefined || last?.endedAt === undefined) return attempts;
  const missing = Math.max(duration - (last.endedAt - first.startedAt), 0);
  // Its start is from a clock that may be set while tests run, and ours is not.
  const before = Math.min(Math.max(first.startedAt - startTime, 0), missing);
  first.startedAt -= before;
  last.endedAt += missing - before;
  return attempts;
}

function fromObserved(
  observed: readonly ObservedAttempt[],
  native: readonly NativeAttempt[],
  all: readonly unknown[],
  status: TestStatus,
  haveEarlier: boolean,
): AttemptRecord[] {
  const attempts = observed.map((attempt, index): AttemptRecord => {
    const from = index === 0 && !haveEarlier ? 0 : attempt.errorsFrom;
    const own = native[index]?.errors ?? all.slice(from, observed[index + 1]?.errorsFrom);
    const { startedAt, endedAt, setup, body, teardown, attachments } = attempt;
    const errors = (own.length > 0 ? own : attempt.errors).map(translateError);
    const span = { startedAt, ...(endedAt !== undefined && { endedAt }) };
    return { status: statusOf(attempt.state), ...span, errors, setup, body, teardown, attachments };
  });
  // The attempt changed after its end, or this version reports it differently. Vitest's verdict wins.
  const last = attempts.at(-1);
  if (last !== undefined && !attempts.some((attempt) => attempt.status === status)) last.status = status;
  return attempts;
}

function fromNative({ state, errors, startTime, duration }: NativeAttempt): AttemptRecord {
  return attemptIn(statusOf(state), (errors ?? []).map(translateError), startTime, duration);
}

/**
 * Empty for a test that never began. Only the start of the first attempt and the end of the last one are known. A type check
 * has no times, so only its errors are known.
 */
function fromDiagnostic(test: TestCase, all: readonly unknown[], status: TestStatus): AttemptRecord[] {
  const diagnostic = test.diagnostic();
  if (status === 'not-run') return [];
  if (diagnostic === undefined) {
    return all.length === 0 ? [] : [attemptIn(status, all.map(translateError))];
  }
  const { startTime, duration, retryCount, repeatCount } = diagnostic;
  const errors = all.map(translateError);
  const total = 1 + retryCount + repeatCount;
  if (total === 1) return [attemptIn(status, errors, startTime, duration)];
  return Array.from({ length: total }, (_, index): AttemptRecord => {
    const isLast = index === total - 1;
    const failed = isLast ? status : index < retryCount ? 'failed' : 'passed';
    return {
      ...emptyAttempt(failed),
      ...(index === 0 && startTime !== undefined && { startedAt: startTime }),
      ...(isLast && { endedAt: startTime + duration }),
      errors: shareOf(errors, index, retryCount, isLast && status === 'failed'),
    };
  });
}

/** One error for each failed attempt, and the rest for the last one. */
function shareOf(errors: ErrorRecord[], index: number, retryCount: number, isFailedEnd: boolean): ErrorRecord[] {
  if (isFailedEnd) return errors.slice(Math.min(index, retryCount));
  if (index >= retryCount) return [];
  return errors.slice(index, index + 1);
}

/** Without spreads, which cost more than all the rest of this file. */
function attemptIn(status: TestStatus, errors: ErrorRecord[], startTime?: number, duration?: number): AttemptRecord {
  const attempt = emptyAttempt(status);
  attempt.errors = errors;
  if (startTime === undefined) return attempt;
  attempt.startedAt = startTime;
  if (duration !== undefined) attempt.endedAt = startTime + duration;
  return attempt;
}

function statusOf(state: string | undefined): TestStatus {
  if (state === 'pass' || state === 'passed') return 'passed';
  if (state === 'fail' || state === 'failed') return 'failed';
  return state === 'skip' || state === 'skipped' ? 'skipped' : 'not-run';
}
