// Messages: In results

/** An earlier test or hook of the suite failed: the end of the reason below. @fact */
export const failedBefore = (title: string, words: string) => `"${title}" failed before it${words}.`;

/** An earlier test or hook of the suite failed. @fact */
export const afterFailure = (why: string) => `Did not run: ${why}`;

/** No reason is known. @fact */
export const didNotRun = 'Did not run.';

/** The run was interrupted. @fact */
export const interrupted = 'Did not run: the run was interrupted.';

/** The run took longer than Playwright’s globalTimeout. @fact */
export const globalTimeout = (timeout: number) => `Did not run: the run reached its globalTimeout of ${timeout} ms.`;

/** Playwright’s option maxFailures. @fact */
export const maxFailures = (limit: number) => `Did not run: the run had reached maxFailures (${limit}).`;

/** A project that its project depends on failed. @fact */
export const dependencyFailed = (project: string) =>
  `Did not run: project "${project}", which its project depends on, failed.`;

/** The test was running when the globalTimeout was over. @fact */
export const cutOffByTimeout = (timeout: number) => `Cut off: the run reached its globalTimeout of ${timeout} ms.`;

/** The test was running when maxFailures was reached. @fact */
export const cutOffByFailures = (limit: number) => `Cut off: the run had reached maxFailures (${limit}).`;

/** The test was running when the run was interrupted. @fact */
export const interruptedWhileRunning = 'Interrupted while it was running.';
