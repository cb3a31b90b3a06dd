// Messages: In results
import { whyNotRun } from '@testpoint/core/adapter';

/** Mocha’s mochaGlobalSetup threw. @fact */
export const notBegun = whyNotRun('Mocha ended before the run began.');

/** Mocha’s option bail. @fact */
export const bailed = whyNotRun('Mocha stopped after the first failure (bail).');

/** Something stopped the run, such as Mocha’s --forbid-only. @fact */
export const aborted = whyNotRun('The run was aborted.');

/** A test of a suite that ended before. @fact */
export const notRun = whyNotRun('Mocha did not run this test.');

/** A test ended the process. @fact */
export const exited = whyNotRun('The process exited before the test ended.');

/** The run was interrupted. @fact */
export const interrupted = (signal: string) => whyNotRun(`The run was interrupted (${signal}).`);

/** A hook before the test failed. Its error follows. @fact */
export const hookFailed = (hook: string) => whyNotRun(`The ${hook} failed.`);

/** The worker of Mocha’s option parallel died. @fact */
export const workerEnded = whyNotRun('The worker process ended before Mocha received the result.');

/** A hook before the test failed. @fact */
export const hookFailedWith = (hook: string, error: string) => whyNotRun(`The ${hook} failed. ${error}`);

/** it.skip, or a test without a function. @fact */
export const skippedOrEmpty = 'The test is skipped, or has no function.';

/** A test throws something that throws when it is read. @fact */
export const unreadableError = 'An error that cannot be read was thrown.';
