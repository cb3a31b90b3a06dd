// Messages: Runs and delivery

/** The disk fills up during a flush. @fact */
export const diskFull = 'the disk is full';

/** flush, on a session whose journal is something else. @fact */
export const notAPlainFile = (path: string) => `${path} is not a plain file`;

/** flush, on a session whose attachments are something else. @fact */
export const notAPlainFolder = (path: string) => `${path} is not a plain folder`;

/** flush, on a damaged journal or one from another version. */
export const notASession = (journal: string) =>
  `${journal} does not start with a session that this version can read. If a newer version wrote it, flush with that version. To discard it, delete its folder`;
