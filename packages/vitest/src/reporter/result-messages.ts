// Messages: In results
import { whyNotRun } from '@testpoint/core/adapter';

/** The run was interrupted. @fact */
export const interrupted = whyNotRun('The run was interrupted.');

/** A test ended the process. @fact */
export const exited = whyNotRun('The process exited before the test ended.');

/** The worker of its file died. @fact */
export const lost = (error: string) => whyNotRun(`Vitest lost this test: ${error}`);

/** Vitest’s option bail. @fact */
export const bailed = whyNotRun('The run was stopped after a failure (bail).');

/** A test that had begun when Vitest ended the run. @fact */
export const neverEnded = whyNotRun('Vitest never reported the end of this test.');

/** An earlier hook of its suite or file failed. @fact */
export const failedAbove = (what: string, error: string) => whyNotRun(`The ${what} failed before this test: ${error}`);

/** A worker of Vitest died. @fact */
export const endedEarly = whyNotRun('Vitest ended the run before.');

/** The reason for a missing attachment: Vitest has no content for it. @fact */
export const neitherPathNorBody = 'it has neither a path nor a body';
