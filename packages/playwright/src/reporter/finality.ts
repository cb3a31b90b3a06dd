import type { Suite, TestCase, TestResult } from '@playwright/test/reporter';

/**
 * The tests whose verdict is final now that one has ended: none while it may run again. In a serial group every test
 * runs again when one fails, also those that passed, so the group's verdicts become final together.
 */
export function settledBy(test: TestCase): readonly TestCase[] {
  if (!knowsItsMode(test.parent)) return test.retries === 0 ? [test] : [];
  const group = serialGroup(test);
  if (group === undefined) return hasSettled(test) || !mayRunAgain(test) ? [test] : [];
  const tests = group.allTests();
  const anyRetried = tests.some((other) => other.retries > 0);
  if (!anyRetried) return [test];
  if (tests.some((other) => other.results.length === 0)) return [];
  const isDone = tests.every(hasSettled) || !tests.some(mayRunAgain);
  return isDone ? tests : [];
}

/** The outermost serial suite around a test; Playwright runs its tests again as one. */
function serialGroup(test: TestCase): Suite | undefined {
  let group: Suite | undefined;
  for (let suite: Suite | undefined = test.parent; suite; suite = suite.parent) {
    if (Reflect.get(suite, '_parallelMode') === 'serial') group = suite;
  }
  return group;
}

/** The mode is a private field. Without it a test that may be retried waits for the end of the run. */
function knowsItsMode(suite: Suite): boolean {
  return '_parallelMode' in suite;
}

/** Its last run went as expected. */
function hasSettled(test: TestCase): boolean {
  const last = test.results.at(-1);
  return last !== undefined && last.status === test.expectedStatus && !wasLeftOut(last);
}

/**
 * Left out after a failed hook, as tests that are skipped anyway are too: Playwright retries all of those. Where it
 * skips a whole file without a worker, the result has the annotations that say so.
 */
function wasLeftOut({ status, workerIndex, annotations }: TestResult): boolean {
  return status === 'skipped' && workerIndex === -1 && !annotations?.length;
}

function mayRunAgain(test: TestCase): boolean {
  return test.results.length <= test.retries;
}
