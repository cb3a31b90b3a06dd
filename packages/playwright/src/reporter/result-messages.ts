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

/** An attempt whose details throw when they are read. @fact */
export const attemptUnreadable = (why: string) =>
  `Testpoint could read only how this attempt ended, not its details: ${why}`;

/** A step that was running when its test ended. @fact */
export const stepNotFinished = 'Had not finished when the test ended.';

/** The reason for a missing attachment: its file stays after the test. @fact */
export const mayHaveChanged = (path: string) => `the next test may have changed ${path} before it could be copied`;

/** The reason for a missing attachment: secrets in it could not be masked. @fact */
export const copyNotRead = 'its copy could not be read, so secrets in it could not be masked';

/** The reason for a missing attachment. @fact */
export const fileNotRead = (path: string) => `${path} could not be read`;

/** The reason for a missing attachment: its file was deleted. @fact */
export const fileGone = (path: string) => `${path} was gone when Playwright announced it`;

/** The reason for a missing attachment: its file kept changing, or the disk is full. @fact */
export const fileNotCopied = (path: string) => `${path} could not be copied: it kept changing, or the disk is full`;
