// Messages: In results

/** Mocha’s mochaGlobalSetup threw. @fact */
export const notBegun = 'Mocha ended before the run began.';

/** Mocha’s option bail. @fact */
export const bailed = 'Mocha stopped after the first failure (bail).';

/** Something stopped the run, such as Mocha’s --forbid-only. @fact */
export const aborted = 'The run was aborted.';

/** A test of a suite that ended before. @fact */
export const notRun = 'Mocha did not run this test.';

/** A test ended the process. @fact */
export const exited = 'The process exited before the test ended.';

/** The run was interrupted. @fact */
export const interrupted = (signal: string) => `The run was interrupted (${signal}).`;

/** A hook before the test failed. Its error follows. @fact */
export const hookFailed = (hook: string) => `The ${hook} failed.`;

/** The worker of Mocha’s option parallel died. @fact */
export const workerEnded = 'The worker process ended before Mocha received the result.';
