/**
 * The files of a report folder: what the report writer writes (delivery thread, command line), and what the viewer reads.
 *
 *     index.html               the viewer; loads viewer/app.js, viewer/app.css and data/run.js, nothing else
 *     testpoint-report.json    the marker (`ReportMarker`): only a folder that has it is ever replaced
 *     viewer/                  the viewer's script and style
 *     data/run.js              `RunData`: all that the first screen needs but the rows
 *     data/rows-1.js …         `RowChunk`: the table of results, column by column, ROWS_PER_CHUNK results in each
 *     data/results-1.js …      `ResultItem[]`: some 256 KiB of journal lines each, in the order of the rows
 *     data/history-1.js …      `HistoryChunk`, beside the row chunk with the same number; only with a history
 *     attachments/1/000001.png attachments of session 1, named by number; what a browser could run ends with .txt
 *
 * A page from `file://` may not fetch, so every data file is a classic script: one call of the function `DATA_CALLBACK` with the
 * file's name and its value, as JSON: `testpoint("rows-1",{…});`. It keeps each journal line on a line of its own, byte for byte (except
 * for ids with secrets and source around errors), so a report folder can be merged into another report.
 *
 * The viewer's build writes `index.html`, `app.js` and `app.css`, and for a report in a single file `single-head.html` and
 * `single-tail.html`. Such a file is the head, data blocks, and the tail. The head has the Content-Security-Policy with the hashes of
 * the style and script that head and tail hold, so a writer adds nothing but blocks, one for each data file and attachment:
 *
 *     <script type="application/json" id="rows-1">{…}</script>                           the data file's value; every `<` in it is `\u003c`
 *     <script type="application/octet-stream" id="attachments/1/000001.png">…</script>   base64
 */

/** Version of the folder's format; a viewer and a merge refuse a newer one. */
export const REPORT_FORMAT = 1;
export const REPORT_MARKER = 'testpoint-report.json';
/** Global function that data files call. */
export const DATA_CALLBACK = 'testpoint';
export const ROWS_PER_CHUNK = 5_000;
/** Bytes of a text attachment up to which `ReportFile.text` has it. */
export const TEXT_IN_RESULT = 65_536;
/**
 * `testpoint report --open` answers this data file with a `ServedReport`, which no folder has. The viewer asks for it on http only.
 */
export const SERVED_DATA = 'served';
/**
 * Where a served report takes `POST {"path": "attachments/1/000004.zip"}` as `application/json` with the header `OPEN_TRACE_TOKEN`. 204: the
 * trace viewer starts. Any other status comes with a sentence for people as text.
 */
export const OPEN_TRACE_PATH = '/open-trace';
export const OPEN_TRACE_TOKEN = 'x-testpoint-token';
/** Characters of a result's message that the table of results has, for searching. */
export const MESSAGE_IN_ROW = 300;

export interface ReportMarker {
  testpointReport: typeof REPORT_FORMAT;
  /** Name and version of what wrote it. */
  tool: string;
  /** Epoch milliseconds. */
  createdAt: number;
  /** Random; tells one report from the next in the same place. */
  id: string;
}

/** One letter for each outcome: Passed, Failed, Blocked, Skipped. */
export type OutcomeLetter = 'P' | 'F' | 'B' | 'S';

export interface Counts {
  passed: number;
  failed: number;
  blocked: number;
  skipped: number;
  /** Of the passed ones, those that failed in an earlier attempt. */
  flaky: number;
}

/** `data/run.js` */
export interface RunData {
  format: typeof REPORT_FORMAT;
  /** Epoch milliseconds. */
  createdAt: number;
  /** Begin of the first session and end of the last; epoch milliseconds. */
  startedAt: number;
  endedAt: number;
  counts: Counts;
  /** Every session that is in the report, in the order in which they began. A row names its session by its index here. */
  sessions: SessionData[];
  /** Failures with the same message once numbers, ids, quoted values and paths are taken out of it; the largest group first. */
  failureGroups: FailureGroup[];
  /** What rows name by index. */
  files: string[];
  /** Titles of the describes around a test, outermost first; the empty list is the first. */
  suites: string[][];
  projects: string[];
  rows: number;
  /** Number of chunks of each kind. */
  rowChunks: number;
  resultChunks: number;
  history?: HistoryData;
  /** What the report lacks; each is a sentence for people. Empty for a complete report. */
  incomplete: string[];
}

export interface SessionData {
  /** Name of the session's folder, which no other session has: a session that comes twice is shown once. */
  id: string;
  framework: string;
  frameworkVersion: string;
  /** Name and version of the reporter. */
  tool: string;
  startedAt: number;
  endedAt?: number;
  /** Absent for a session whose process died before it could say how it ended. */
  end?: 'complete' | 'interrupted';
  /** One shard of several, 1-based. */
  shard?: { current: number; total: number };
  /** Where it ran: host name, operating system, Node's version. */
  machine?: { host?: string; os?: string; node?: string };
  /** Branch, commit, job and so on, as the reporter found them; values may be links (http, https). */
  ci?: Record<string, string>;
  /** Run in the service and where it is seen, if results went there. */
  runId?: string;
  runUrl?: string;
  counts: Counts;
  /** Red things that belong to no test: a file that can't be loaded, a failed afterAll. */
  problems: { title: string; detail?: string }[];
  warnings: string[];
  /** Journal lines that can't be read. */
  unreadableLines: number;
  missingAttachments: number;
}

export interface FailureGroup {
  /** The normalised message, one line, at most 300 characters. */
  message: string;
  /** Row numbers, at most 1,000 of them. */
  rows: number[];
  count: number;
}

/**
 * `data/rows-N.js`: each column has one value for each row. Rows are ordered by file, then by the test's line or the order in which
 * results came, so that the tree of files and describes is one pass over them.
 */
export interface RowChunk {
  /** Number of the first row. */
  first: number;
  /** One letter for each row. */
  outcomes: string;
  /** '1' where the test is flaky, else '0'. */
  flaky: string;
  titles: string[];
  /** Index into `RunData.suites`. */
  suites: number[];
  /** Index into `RunData.files`. */
  files: number[];
  /** 1-based; 0 where it is not known. */
  lines: number[];
  /** Index into `RunData.projects`, -1 for none. */
  projects: number[];
  /** Index into `RunData.sessions`. */
  sessions: number[];
  /** Milliseconds since `RunData.startedAt`; -1 where it is not known. */
  starts: number[];
  /** Milliseconds; -1 where it is not known. */
  durations: number[];
  /** Worker that ran the test, numbered within its session; -1 where it is not known. */
  workers: number[];
  /** External ids, '' where it is the path form (`file > describe > title`, after `[project] `). */
  ids: string[];
  /** First `MESSAGE_IN_ROW` characters; '' for none. */
  messages: string[];
  /** Index into FAILURE_REASONS of the interface, -1 for none. */
  failureReasons: number[];
  /** Attempts of the test, and earlier results of it in other sessions. */
  attempts: number[];
  /** Result chunk (1-based) and place in it (0-based). */
  resultChunks: number[];
  resultPlaces: number[];
  /** Oldest first, one letter for each earlier run, '-' where the test was not in it; only with a history. */
  histories?: string[];
}

/** `data/results-N.js`: a list of these. */
export interface ResultItem {
  /** Index into `RunData.sessions`. */
  session: number;
  /** What has become of the entry's attachments, in their order. */
  files: ReportFile[];
  /**
   * The journal's line (`ResultHead` with `view` and `body`), untouched but for what the report's writer adds to the errors of its
   * view: `location` and `codeFrame`.
   */
  entry: unknown;
  /** Earlier results of the same test in other sessions (reruns), oldest first: their chunk (1-based) and place (0-based). */
  earlier?: { chunk: number; place: number }[];
}

export interface ReportFile {
  /** Path below the report folder; absent where the content is missing. In a single file: the id of the block that holds it. */
  path?: string;
  bytes?: number;
  /**
   * The whole content where it is text of at most `TEXT_IN_RESULT` bytes, as a page from `file://` can show another file in a frame
   * but can't read it. In a single file such an attachment has no block and no path.
   */
  text?: string;
  /** The first bytes are valid text. */
  isText?: boolean;
  /** Why the content is not there. */
  missing?: string;
}

/** `SERVED_DATA` */
export interface ServedReport {
  /** Value of the header `OPEN_TRACE_TOKEN`. */
  token: string;
}

/** `RunData.history` */
export interface HistoryData {
  /** Earlier runs, oldest first; at most 20. */
  runs: { startedAt: number; durationMs: number; counts: Counts; commit?: string; branch?: string }[];
  /** Row numbers. */
  newFailures: number[];
  fixed: number[];
  /** The flakiest and the slowest tests over all runs, at most 50 each: row number, and changes of outcome or mean milliseconds. */
  flakiest: { row: number; changes: number }[];
  slowest: { row: number; meanMs: number }[];
}

/** `data/history-N.js`: for each row of `rows-N.js` the milliseconds that the test took in each earlier run, -1 where it was not in it. */
export interface HistoryChunk {
  first: number;
  durations: number[][];
}

/** The member `view` of a journal's `session` line; masked. */
export type SessionView = Pick<SessionData, 'shard' | 'machine' | 'ci'>;

/**
 * What the service's body does not carry and a report shows; the member `view` of a journal's `result` and `attempt` lines. Everything
 * is masked (`redact`) before it is written. Absent members are not known.
 */
export interface ResultView {
  file: string;
  /** Titles from the outermost describe to the test itself. */
  titles: string[];
  /** 1-based. */
  line?: number;
  project?: string;
  worker?: number;
  /** Errors of the deciding attempt, in the order in which they were raised. */
  errors?: ErrorView[];
  /** All attempts but the last, in order; only where there are several. */
  earlier?: AttemptView[];
}

export interface ErrorView {
  message: string;
  stack?: string;
  /** Both as text, where the framework gave both: the viewer makes the diff. */
  expected?: string;
  actual?: string;
  /** Lines of source around the place, as text, the line itself marked as the framework marks it. */
  codeFrame?: string;
  /** Where it was raised; 1-based. */
  location?: { file: string; line: number; column?: number };
}

/** An attempt before the last. Its steps are the ones of the body's step "Attempt 1 of 3". */
export interface AttemptView {
  outcome: OutcomeLetter;
  /** Epoch milliseconds. */
  startedAt?: number;
  endedAt?: number;
  errors?: ErrorView[];
}
