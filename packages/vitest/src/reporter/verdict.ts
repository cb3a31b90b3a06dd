import type { Verdict } from '@testpoint/core';
import type { WhyNotRun } from '@testpoint/core/adapter';
import type { TestCase, TestModule, TestSuite } from 'vitest/node';
import { headline } from './errors.js';
import { failedAbove, interrupted } from './result-messages.js';

/** Vitest's note on tests that were running, or had not begun, when the run was canceled, also because of bail. */
const ABORTED = 'The test run was aborted by the user.';

/**
 * Vitest's own verdict (docs/decisions.md, "Outcomes"). Vitest also says "skipped" for tests that were meant to run in a
 * suite that failed before them, and "pending" for those that it never reached. It may send such a skipped test before the
 * failure of its suite: then the verdict is undefined until a suite above has failed or the module has ended.
 * @param began whether Vitest has announced the start of the test
 * @param whyPending the reason for a test that never ended
 * @param isMerged whether the run merges the reports of others
 */
export function verdictOf(
  test: TestCase,
  began: boolean,
  whyPending: WhyNotRun,
  isMerged = false,
): Verdict | undefined {
  const result = test.result();
  switch (result.state) {
    case 'passed':
    case 'failed':
      return { status: result.state };
    case 'pending':
      return { status: 'not-run', reason: whyPending };
    case 'skipped':
      if (result.note === ABORTED) return { status: 'not-run', reason: isMerged ? interrupted : whyPending };
      return skipped(test, result.note, began, isMerged);
  }
}

/** Whether the author or a filter excluded the test before the run. */
export function isSkippedByAuthor(test: TestCase): boolean {
  return test.options.mode === 'skip' || test.options.mode === 'todo';
}

/** Whether the module has not begun or not ended. */
export function isWaiting(module: TestModule): boolean {
  const state: string = module.state();
  return state === 'pending' || state === 'queued';
}

function skipped(test: TestCase, note: string | undefined, began: boolean, isMerged: boolean): Verdict | undefined {
  // In a merge, every skipped test looks as if its author had skipped it.
  const isMeant = isMerged ? note === undefined : !began && !isSkippedByAuthor(test);
  const failed = isMeant ? failureAbove(test, isMerged) : undefined;
  if (failed !== undefined) return { status: 'not-run', reason: failed };
  if (isMeant && isWaiting(test.module)) return undefined;
  return { status: 'skipped', reason: note ?? (test.options.mode === 'todo' ? 'todo' : undefined) };
}

/** Innermost first, because the hook that kept the test from running failed there. In a merge, it may also be an afterAll. */
function failureAbove(test: TestCase, isMerged: boolean): WhyNotRun | undefined {
  let task: TestSuite | TestModule = test.parent;
  for (;;) {
    const error = task.errors()[0];
    if (error !== undefined && !(isMerged && hasRun(task))) {
      const what = task.type === 'suite' ? `suite "${task.fullName}"` : 'file';
      return failedAbove(what, headline(error));
    }
    if (task.type === 'module') return undefined;
    task = task.parent;
  }
}

function hasRun({ children }: TestSuite | TestModule): boolean {
  for (const test of children.allTests()) if (test.result().state !== 'skipped') return true;
  return false;
}
