// Messages: In results

/** A test ended the process. @fact */
export const exited = 'The process exited before the test ended.';

/** The run was interrupted. @fact */
export const interrupted = 'The run was interrupted before the test ended.';

/** Jest ended the run, for example because of its option bail. @fact */
export const runEnded = 'The run ended before the test did.';

/** The file’s process died. @fact */
export const fileEnded = (why: string) => `The test file ended before the test did: ${why}`;
