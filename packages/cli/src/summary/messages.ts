// Messages: Commands

/** A suite, or exec --rerun, if the page of the job can’t be written. @fact */
export const noSummaryOfJob = (why: string) => `No summary on the page of the job: ${why}`;

/**
 * summary --out, when the place can’t be written to.
 *
 * Name another file with --out.
 */
export const summaryNotWritten = (path: string, why: string) => `The summary could not be written to ${path}: ${why}`;
