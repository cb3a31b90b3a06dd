// Messages: Commands

/**
 * summary --out, when the place can’t be written to.
 *
 * Name another file with --out.
 */
export const summaryNotWritten = (path: string, why: string) => `The summary could not be written to ${path}: ${why}`;
