// Messages: In results
import { whyNotRun } from '@testpoint/core/adapter';

/** A test ended the process. @fact */
export const exited = whyNotRun('The process exited before the test ended.');

/** The run was interrupted. @fact */
export const interrupted = whyNotRun('The run was interrupted before the test ended.');

/** Jest ended the run, for example because of its option bail. @fact */
export const runEnded = whyNotRun('The run ended before the test did.');

/** The file’s process died. @fact */
export const fileEnded = (why: string) => whyNotRun(`The test file ended before the test did: ${why}`);
