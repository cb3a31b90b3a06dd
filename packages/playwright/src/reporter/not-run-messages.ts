// Messages: In results
import { whyNotRun } from '@testpoint/core/adapter';

/** An earlier test or hook of the suite failed. @fact */
export const afterFailure = (title: string, words: string) =>
  whyNotRun(`Did not run: "${title}" failed before it${words}.`);

/** No reason is known. @fact */
export const didNotRun = whyNotRun('Did not run.');

/** The run was interrupted. @fact */
export const interrupted = whyNotRun('Did not run: the run was interrupted.');

/** The run took longer than Playwright’s globalTimeout. @fact */
export const globalTimeout = (timeout: number) =>
  whyNotRun(`Did not run: the run reached its globalTimeout of ${timeout} ms.`);

/** Playwright’s option maxFailures. @fact */
export const maxFailures = (limit: number) => whyNotRun(`Did not run: the run had reached maxFailures (${limit}).`);

/** A project that its project depends on failed. @fact */
export const dependencyFailed = (project: string) =>
  whyNotRun(`Did not run: project "${project}", which its project depends on, failed.`);

/** The test was running when the globalTimeout was over. @fact */
export const cutOffByTimeout = (timeout: number) =>
  whyNotRun(`Cut off: the run reached its globalTimeout of ${timeout} ms.`);

/** The test was running when maxFailures was reached. @fact */
export const cutOffByFailures = (limit: number) => whyNotRun(`Cut off: the run had reached maxFailures (${limit}).`);

/** The test was running when the run was interrupted. @fact */
export const interruptedWhileRunning = whyNotRun('Interrupted while it was running.');
