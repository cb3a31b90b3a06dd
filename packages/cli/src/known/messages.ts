// Messages: Commands

/** known add. @fact */
export const knownAdded = (test: string, file: string) => `"${test}" is a known failure now: ${file}`;

/** known add, for a test that has an entry. @fact */
export const knownReplaced = (test: string, file: string) => `The known failure "${test}" is changed: ${file}`;

/** known add, for a test that the last run does not have. */
export const notInLastRun = (test: string) =>
  `The last run has no test "${test}": check its external id, as testpoint catalog lists it.`;

/** known add, with an `--until` that is not a date. @fact */
export const wrongDay = 'Give a day such as 2026-12-31.';

/** known list, and known prune. @fact */
export const noKnownFailures = (file: string) => `${file} names no failures.`;

/** known prune, for an entry whose day is over. @fact */
export const prunedExpired = (test: string, day = '') => `Removed "${test}": it expired on ${day}.`;

/** known prune --passed, for an entry whose test passed. @fact */
export const prunedPassed = (test: string) => `Removed "${test}": it passed in the last run.`;

/** known prune, for an entry whose test passed. */
export const mayBePruned = (test: string) =>
  `"${test}" passed in the last run. To remove such entries, too: testpoint known prune --passed`;

/** known prune, if there is nothing to remove. @fact */
export const nothingToPrune = 'Nothing to remove.';

/** known add and known prune, when the file can’t be written. */
export const knownNotWritten = (file: string, why: string) =>
  `${file} could not be written (${why}): check its permissions.`;
