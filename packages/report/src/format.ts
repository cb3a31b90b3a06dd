import type { REPORT_FORMAT } from './format/run-data.js';

/**
 * The files of a report folder: what the report writer writes (delivery thread, command line), and what the viewer reads.
 *
 *     index.html               the viewer; loads viewer/app.js, viewer/app.css and data/run.js, nothing else
 *     .gitignore               keeps the report out of version control
 *     testpoint-report.json    the marker (`ReportMarker`): only a folder that has it is ever replaced
 *     viewer/                  the viewer's script and style
 *     data/run.js              `RunData`: everything that the first screen needs except the rows
 *     data/rows-1.js …         `RowChunk`: the table of results, column by column, ROWS_PER_CHUNK results in each
 *     data/results-1.js …      `ResultItem[]`: about 256 KiB of journal lines each, in the order of the rows
 *     data/search-1.js …       `SearchChunk`: what results contain besides the columns of the table; loaded when the user searches
 *     data/history-1.js …      `HistoryChunk`, beside the row chunk with the same number; only with a history, loaded when looked at
 *     data/comparison.js       `ComparisonData`; only with `--compare`, loaded when looked at
 *     attachments/1/000001.png attachments of session 1, named by number; what a browser could run gets a harmless extension
 *
 * A page from `file://` may not fetch, so every data file is a classic script: one call of the function `DATA_CALLBACK` with the
 * file's name and its value, as JSON: `…testpoint("rows-1",{…});`. Comments are for other tools. It keeps each
 * journal line on a separate line, byte for byte (except for ids with secrets and source around errors), so a report folder can be
 * merged into another report.
 *
 * The viewer's build writes `index.html`, `app.js` and `app.css`, and for a report in a single file `single-head.html` and
 * `single-tail.html`. Such a file is the head, data blocks, and the tail. The head has the Content-Security-Policy with the hashes of
 * the style and script in head and tail, so a writer only adds blocks, one for each data file and attachment:
 *
 *     <script type="application/json" id="rows-1">{…}</script>                           the data file's value; every `<` in it is `\u003c`
 *     <script type="application/octet-stream" id="attachments/1/000001.png">…</script>   base64
 */

export type {
  AttemptView,
  ErrorView,
  OutcomeLetter,
  ResultView,
  SearchKind,
  SessionView,
} from '@testpoint/interface/codec';
export type * from './format/other-runs.js';
export type * from './format/outcomes.js';
export type * from './format/row-chunk.js';
export * from './format/run-data.js';
export * from './hidden.js';

export const REPORT_MARKER = 'testpoint-report.json';
/** Global function that data files call. */
export const DATA_CALLBACK = 'testpoint';
/** Length of a test's key, characters. */
export const KEY_LENGTH = 10;
export const ROWS_PER_CHUNK = 5_000;
/** Maximum size of a text attachment that `ReportFile.text` contains, bytes. */
export const TEXT_IN_RESULT = 65_536;
/**
 * `testpoint report --open` serves this data file as a `ServedReport`; no folder contains it. The viewer requests it only on
 * http.
 */
export const SERVED_DATA = 'served';
/** Folder of Playwright's trace viewer; only with `hasTraceViewer` of the run or the served report. It works on http and https. */
export const TRACE_VIEWER = 'trace-viewer';
/** How many characters of a result's message are in the table of results, for searching. */
export const MESSAGE_IN_ROW = 300;

/** Name of the attachment with what a test printed. */
export const OUTPUT_NAME = 'output.txt';

export interface ReportMarker {
  testpointReport: typeof REPORT_FORMAT;
  /** Name and version of its writer. */
  tool: string;
  /** Epoch milliseconds. */
  createdAt: number;
  /** Random; distinguishes reports in the same place. */
  id: string;
}

/** `SERVED_DATA` */
export interface ServedReport {
  /** Whether the trace viewer of the installed Playwright is served, too. */
  hasTraceViewer: boolean;
}
