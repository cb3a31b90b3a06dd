// Messages: In results

/** The run was interrupted. @fact */
export const interrupted = 'The run was interrupted.';

/** A test ended the process. @fact */
export const exited = 'The process exited before the test ended.';

/** The worker of its file died. @fact */
export const lost = (error: string) => `Vitest lost this test: ${error}`;

/** Vitest’s option bail. @fact */
export const bailed = 'The run was stopped after a failure (bail).';

/** A test that had begun when Vitest ended the run. @fact */
export const neverEnded = 'Vitest never reported the end of this test.';

/** An earlier hook of its suite or file failed. @fact */
export const failedAbove = (what: string, error: string) => `The ${what} failed before this test: ${error}`;
