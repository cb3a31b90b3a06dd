import type { AttemptRecord, ErrorRecord, TestStatus } from '@testpoint/core';
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
  if (observed.length > 0) return fromObserved(observed, native, errors, status);
  if (native.length > 0) return native.map((attempt) => fromNative(attempt));
  return fromDiagnostic(test, errors, status);
}

function fromObserved(
  observed: readonly ObservedAttempt[],
  native: readonly NativeAttempt[],
  all: readonly unknown[],
  status: TestStatus,
): AttemptRecord[] {
  const attempts = observed.map((attempt, index): AttemptRecord => {
    const from = index === 0 ? 0 : attempt.errorsFrom;
    const own = native[index]?.errors ?? all.slice(from, observed[index + 1]?.errorsFrom);
    return {
      status: statusOf(attempt.state),
      startedAt: attempt.startedAt,
      ...(attempt.endedAt !== undefined && { endedAt: attempt.endedAt }),
      errors: (own.length > 0 ? own : attempt.errors).map(translateError),
      setup: attempt.setup,
      body: attempt.body,
      teardown: attempt.teardown,
      attachments: attempt.attachments,
    };
  });
  // The attempt changed after its end, or this version reports it differently. Vitest's verdict wins.
  const last = attempts.at(-1);
  if (last !== undefined && !attempts.some((attempt) => attempt.status === status)) last.status = status;
  return attempts;
}

function fromNative({ state, errors, startTime, duration }: NativeAttempt): AttemptRecord {
  return {
    status: statusOf(state),
    ...times(startTime, duration),
    errors: (errors ?? []).map(translateError),
    ...emptyTrees(),
  };
}

/**
 * Empty for a test that never began. Only the start of the first attempt and the end of the last one are known. A type check
 * has no times, so only its errors are known.
 */
function fromDiagnostic(test: TestCase, all: readonly unknown[], status: TestStatus): AttemptRecord[] {
  const diagnostic = test.diagnostic();
  if (status === 'not-run') return [];
  if (diagnostic === undefined) {
    return all.length === 0 ? [] : [{ status, errors: all.map(translateError), ...emptyTrees() }];
  }
  const { startTime, duration, retryCount, repeatCount } = diagnostic;
  const errors = all.map(translateError);
  const total = 1 + retryCount + repeatCount;
  if (total === 1) return [{ status, ...times(startTime, duration), errors, ...emptyTrees() }];
  return Array.from({ length: total }, (_, index): AttemptRecord => {
    const isLast = index === total - 1;
    const failed = isLast ? status : index < retryCount ? 'failed' : 'passed';
    return {
      status: failed,
      ...(index === 0 && startTime !== undefined && { startedAt: startTime }),
      ...(isLast && { endedAt: startTime + duration }),
      errors: shareOf(errors, index, retryCount, isLast && status === 'failed'),
      ...emptyTrees(),
    };
  });
}

/** One error for each failed attempt, and the rest for the last one. */
function shareOf(errors: ErrorRecord[], index: number, retryCount: number, isFailedEnd: boolean): ErrorRecord[] {
  if (isFailedEnd) return errors.slice(Math.min(index, retryCount));
  if (index >= retryCount) return [];
  return errors.slice(index, index + 1);
}

function times(
  startTime: number | undefined,
  duration: number | undefined,
): Pick<AttemptRecord, 'startedAt' | 'endedAt'> {
  if (startTime === undefined) return {};
  return { startedAt: startTime, ...(duration !== undefined && { endedAt: startTime + duration }) };
}

function emptyTrees(): Pick<AttemptRecord, 'setup' | 'body' | 'teardown' | 'attachments'> {
  return { setup: [], body: [], teardown: [], attachments: [] };
}

function statusOf(state: string | undefined): TestStatus {
  if (state === 'pass' || state === 'passed') return 'passed';
  if (state === 'fail' || state === 'failed') return 'failed';
  return state === 'skip' || state === 'skipped' ? 'skipped' : 'not-run';
}
