/** The columns of a list of results. */
export const LIST_COLUMNS: readonly string[] = [
  ...['Outcome', 'File', 'Suite', 'Title', 'Line', 'Project', 'Environment', 'Started', 'Milliseconds', 'Attempts'],
  ...['Id', 'Key', 'Message'],
];
/** What outcomes are called in lists. */
export const OUTCOME_WORDS = { P: 'Passed', F: 'Failed', B: 'Did not run', S: 'Skipped' } as const;
/** What a test that passed had been through, by `Repeat`. */
export const REPEAT_WORDS = ['', 'Flaky', 'Failed, passed on rerun', 'Passed on a later run'] as const;

/** Characters with which a spreadsheet begins a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A result's time in a list: nothing if it is unknown. */
export function millisecondsCell(duration: number): number | '' {
  return duration < 0 ? '' : Math.round(duration);
}

/**
 * A table as comma-separated values (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe in front.
 * @param rows the first one has the names of the columns
 */
export function csvOf(rows: Iterable<readonly (string | number)[]>): string {
  let text = '';
  for (const row of rows) text += `${row.map(cell).join(',')}\r\n`;
  return text;
}

function cell(value: string | number): string {
  if (typeof value === 'number') return `${value}`;
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
