import type { TestRecord } from '@testpoint/core';
import type { TestCase, TestModule, TestSuite } from 'vitest/node';
import { headline } from './errors.js';

export type Verdict = Pick<TestRecord, 'status' | 'reason'>;

/** What Vitest notes on tests that were running, or had yet to, when the run was cancelled. */
const ABORTED = 'The test run was aborted by the user.';

/**
 * Vitest's own verdict (docs/decisions.md, "Outcomes"): it says "skipped" also of tests that were meant to run, under a suite that
 * failed before them, and "pending" of those that it never came to.
 * @param began Vitest has announced that the test begins
 * @param whyPending said of a test that never came to an end
 */
export function verdictOf(test: TestCase, began: boolean, whyPending: string): Verdict {
  const result = test.result();
  switch (result.state) {
    case 'passed':
    case 'failed':
      return { status: result.state };
    case 'pending':
      return { status: 'not-run', reason: whyPending };
    case 'skipped':
      return skipped(test, result.note, began);
  }
}

/** The author, or a filter, said before the run that this test is not to run. */
export function isSkippedByAuthor(test: TestCase): boolean {
  return test.options.mode === 'skip' || test.options.mode === 'todo';
}

function skipped(test: TestCase, note: string | undefined, began: boolean): Verdict {
  if (isSkippedByAuthor(test)) {
    const reason = note ?? (test.options.mode === 'todo' ? 'todo' : undefined);
    return { status: 'skipped', ...(reason !== undefined && { reason }) };
  }
  if (note === ABORTED) return { status: 'not-run', reason: 'The run was interrupted.' };
  const failed = began ? undefined : failedAbove(test);
  if (failed !== undefined) return { status: 'not-run', reason: failed };
  return { status: 'skipped', ...(note !== undefined && { reason: note }) };
}

/** Innermost first: that is where the hook failed that kept the test from running. */
function failedAbove(test: TestCase): string | undefined {
  let task: TestSuite | TestModule = test.parent;
  for (;;) {
    const error = task.errors()[0];
    if (error !== undefined) {
      const what = task.type === 'suite' ? `suite "${task.fullName}"` : 'file';
      return `The ${what} failed before this test: ${headline(error)}`;
    }
    if (task.type === 'module') return undefined;
    task = task.parent;
  }
}
