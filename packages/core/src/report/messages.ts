// Messages: Commands

/** report, on a damaged journal or one from another version. @fact */
export const notASession = (journal: string) => `${journal} does not start with a session that this version can read`;

/** report, on a journal that something else writes to. @fact */
export const truncated = (journal: string) => `${journal} was truncated while it was being read`;

/** report, on a damaged journal or one from another version. @fact */
export const sessionUnreadable = (session: string, why: string) => `Session ${session} can't be read: ${why}.`;

/**
 * report, on some other folder or file.
 *
 * Name an outbox (.testpoint), a session in it, or a report.
 */
export const neitherSessionsNorReport = (path: string) => `${path} contains neither sessions nor a Testpoint report`;

/** report, on a path that does not exist. @fact */
export const doesNotExist = (path: string) => `${path} does not exist`;

/** report, on an empty outbox. @fact */
export const noSession = (path: string) => `${path} contains no session`;
