import type { TestCase, TestResult } from '@playwright/test/reporter';
import { suitesAround } from './suites-around.js';
import { hasBegun } from './times.js';

/**
 * The tests whose verdict is final now that one has ended; none if it may run again. If one test of a serial group fails,
 * all of its tests run again, even those that passed, so the group's verdicts become final together.
 */
export function settledBy(test: TestCase): readonly TestCase[] {
  // The mode is a private field. Without it, a test that may be retried waits for the end of the run.
  if (!('_parallelMode' in test.parent)) return test.retries === 0 ? [test] : [];
  // Playwright reruns its tests as a whole.
  const group = suitesAround(test).findLast((suite) => Reflect.get(suite, '_parallelMode') === 'serial');
  if (group === undefined) return hasSettled(test) || !mayRunAgain(test) ? [test] : [];
  const tests = group.allTests();
  const anyRetried = tests.some((other) => other.retries > 0);
  if (!anyRetried) return [test];
  if (tests.some((other) => other.results.length === 0)) return [];
  const isDone = tests.every(hasSettled) || !tests.some(mayRunAgain);
  return isDone ? tests : [];
}

/** Whether its last run went as expected. */
function hasSettled(test: TestCase): boolean {
  const last = test.results.at(-1);
  return last !== undefined && last.status === test.expectedStatus && !wasLeftOut(last);
}

/**
 * Whether it did not run because of a failed hook. This includes tests that are skipped anyway: Playwright retries all of
 * them. If Playwright skips a whole file without a worker, the result has annotations that say so.
 */
function wasLeftOut(result: TestResult): boolean {
  return result.status === 'skipped' && !hasBegun(result) && !result.annotations?.length;
}

function mayRunAgain(test: TestCase): boolean {
  return test.results.length <= test.retries;
}
