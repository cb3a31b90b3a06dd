// Messages: In results

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
