// Messages: In results

/** it.skip, or a test without a function. @fact */
export const skippedOrEmpty = 'The test is skipped, or has no function.';

/** A test throws something that throws when it is read. @fact */
export const unreadableError = 'An error that cannot be read was thrown.';
