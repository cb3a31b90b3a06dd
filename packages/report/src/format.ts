import type { Difference } from './aggregates/difference.js';

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
 * file's name and its value, as JSON: `testpoint("rows-1",{…});`. It keeps each journal line on a separate line, byte for byte (except for
 * ids with secrets and source around errors), so a report folder can be merged into another report.
 *
 * The viewer's build writes `index.html`, `app.js` and `app.css`, and for a report in a single file `single-head.html` and
 * `single-tail.html`. Such a file is the head, data blocks, and the tail. The head has the Content-Security-Policy with the hashes of
 * the style and script in head and tail, so a writer only adds blocks, one for each data file and attachment:
 *
 *     <script type="application/json" id="rows-1">{…}</script>                           the data file's value; every `<` in it is `\u003c`
 *     <script type="application/octet-stream" id="attachments/1/000001.png">…</script>   base64
 */

/** Version of the folder's format; a viewer and a merge refuse any other. */
export const REPORT_FORMAT = 2;
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
/**
 * A served report accepts `POST {"path": "attachments/1/000004.zip"}` here, as `application/json` with the header
 * `OPEN_TRACE_TOKEN`. 204: the trace viewer starts. Any other status comes with a human-readable message as plain text.
 */
export const OPEN_TRACE_PATH = '/open-trace';
export const OPEN_TRACE_TOKEN = 'x-testpoint-token';
/** Folder of a copy of Playwright's trace viewer; only with `RunData.hasTraceViewer`. It works on http and https. */
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

/** One letter for each outcome: Passed, Failed, Blocked, Skipped. */
export type OutcomeLetter = 'P' | 'F' | 'B' | 'S';

export interface Counts {
  passed: number;
  failed: number;
  blocked: number;
  skipped: number;
  /** Those that passed, too, and failed before: in an earlier attempt, before a declared rerun, or in an earlier session. */
  flaky: number;
  passedOnRerun: number;
  passedLater: number;
  /** Those that failed, too, and that `testpoint.known.json` names; absent for none. */
  known?: number;
}

/**
 * Whether a result that passed had failed before: 0 no, 1 in an earlier attempt (flaky), 2 before a declared rerun, 3 in an
 * earlier session, after which one that is not declared as a rerun passed.
 */
export type Repeat = 0 | 1 | 2 | 3;

/** `data/run.js` */
export interface RunData {
  format: typeof REPORT_FORMAT;
  /** Epoch milliseconds. */
  createdAt: number;
  /** Start of the first session and end of the last, epoch milliseconds. */
  startedAt: number;
  endedAt: number;
  /** By result. A test has one in each environment. */
  counts: Counts;
  /** By test, each by its worst result: one that fails in one environment has failed. */
  tests: Counts;
  /** Every session in the report, in order of start. Rows refer to a session by its index here. */
  sessions: SessionData[];
  /** Failures grouped by place, and by message without numbers, ids, quoted values and paths; largest group first. */
  failureGroups: FailureGroup[];
  /** Names that rows refer to by index. */
  files: string[];
  /** Titles of the describes around a test, outermost first. The first list is empty. */
  suites: string[][];
  projects: string[];
  /** Where tests ran, as far as sessions differ; empty if nothing distinguishes them. */
  environments: string[];
  rows: number;
  /** Number of chunks of each kind. */
  rowChunks: number;
  resultChunks: number;
  /** Number of `SearchChunk`s; absent if only the table can be searched. */
  searchChunks?: number;
  /** Properties with few values, by which results can be filtered. `values` is empty for one with many. */
  properties?: { name: string; values: string[] }[];
  history?: HistoryData;
  /** The verdict of the gate, if rules are set: those that don't hold. */
  gate?: { broken: { rule: string; what: string }[] };
  /** The run that this one is compared with. `data/comparison.js` has the tests. */
  comparison?: ComparedWith;
  /** The entries of `testpoint.known.json`, if there is one. */
  known?: KnownInRun[];
  /** Whether the report's folder has a copy of Playwright's trace viewer. */
  hasTraceViewer?: true;
  /** Sentences about missing parts of the report. Empty for a complete report. */
  incomplete: string[];
  /** Sentences about what the reader should know, although nothing is missing. */
  notes: string[];
}

/** A failure that the team knows about: an entry of `testpoint.known.json`. */
export interface KnownFailure {
  /** External id, as reports show it. */
  test: string;
  reason: string;
  owner?: string;
  link?: string;
  /** The last day on which it counts as known, as `YYYY-MM-DD`. */
  until?: string;
  isExpired: boolean;
}

export interface KnownInRun extends KnownFailure {
  /** Keys of the tests of this name that failed in this run. */
  keys: string[];
}

export interface SessionData {
  /** Unique name of the session's folder. A session that occurs twice is shown once. */
  id: string;
  framework: string;
  frameworkVersion: string;
  /** Name and version of the reporter. */
  tool: string;
  startedAt: number;
  endedAt?: number;
  /** Absent for a session whose process died before recording its end. */
  end?: 'complete' | 'interrupted';
  /** One shard of several, from 1. */
  shard?: { current: number; total: number };
  /** Where it ran: host name, operating system, version of Node. */
  machine?: { host?: string; os?: string; node?: string };
  /** What the user calls its environment, such as "windows, Node 24". */
  environment?: string;
  /** Whether it ran some tests of another session again. */
  isRerun?: true;
  /** What fails its run, besides tests and without a trace in the results, such as "coverage thresholds". */
  otherFailure?: string;
  /** Branch, commit, job and so on, as found by the reporter. Values may be links (http, https). */
  ci?: Record<string, string>;
  /** The run in the service and its web address, if results went there. */
  runId?: string;
  runUrl?: string;
  counts: Counts;
  /** Failures outside of tests: a file that can't be loaded, a failed afterAll. */
  problems: { title: string; detail?: string }[];
  warnings: string[];
  /** Number of unreadable journal lines. */
  unreadableLines: number;
  /** Number of results that an earlier report contained, and whose data file is now damaged. */
  missingResults: number;
  missingAttachments: number;
}

export interface FailureGroup {
  /** A digest of place and normalized message: the group's name in addresses. */
  key: string;
  /** The message of its first failure, one line, at most 300 characters. */
  message: string;
  /** File and line where they were thrown; empty if unknown. */
  place: string;
  /** Row numbers, at most 1,000 of them. */
  rows: number[];
  count: number;
  /** The first run of the history that had this failure; absent without one. */
  since?: { startedAt: number; commit?: string };
}

/**
 * `data/rows-N.js`: each column has one value per row. Rows are ordered by file, then by the test's line or in order of
 * arrival, so that one pass builds the tree of files and describes.
 */
export interface RowChunk {
  /** Number of the first row. */
  first: number;
  /** One letter per row: its outcome, or K for a known failure. */
  outcomes: string;
  /** One digit per row: its `Repeat`. */
  repeats: string;
  /** Keys of the tests, one after the other, `KEY_LENGTH` characters each. All environments of a test share its key. */
  keys: string;
  titles: string[];
  /** Index into `RunData.suites`. */
  suites: number[];
  /** Index into `RunData.files`. */
  files: number[];
  /** From 1; 0 if unknown. */
  lines: number[];
  /** Index into `RunData.projects`, -1 for none. */
  projects: number[];
  /** Index into `RunData.environments`, -1 for none. */
  environments: number[];
  /** Index into `RunData.sessions`. */
  sessions: number[];
  /** Milliseconds since `RunData.startedAt`; -1 if unknown. */
  starts: number[];
  /** Milliseconds; -1 if unknown. */
  durations: number[];
  /** Number of the test's worker within its session; -1 if unknown. */
  workers: number[];
  /** External ids; '' for the path form (`file > describe > title`, after `[project] `). */
  ids: string[];
  /** First `MESSAGE_IN_ROW` characters; '' if there is no message. */
  messages: string[];
  /** Index into FAILURE_REASONS of the interface, -1 for none. */
  failureReasons: number[];
  /** Number of attempts, and of earlier results of the test in other sessions (`ResultItem.earlier`). */
  attempts: number[];
  /** Result chunk (from 1) and position in it (from 0). */
  resultChunks: number[];
  resultPlaces: number[];
  /** A column for each of `RunData.properties`: the index of its value, -1 for none. Later columns may be absent. */
  properties?: number[][];
}

/** Where a text was found: a step, a parameter, a property, a link, the output, or the message. */
export type SearchKind = 's' | 'p' | 'r' | 'l' | 'o' | 'm';

/** `data/search-N.js`: each distinct text of the rows from `first` on, except those in the table. */
export interface SearchChunk {
  first: number;
  /** Each on one line. */
  texts: string[];
  /** One letter for each text. */
  kinds: string;
  /** For each text, the rows that contain it, as runs: a row relative to `first`, and how many follow one another from there. */
  rows: number[][];
}

/** `data/results-N.js`: a list of these. */
export interface ResultItem {
  /** Index into `RunData.sessions`. */
  session: number;
  /** The entry's attachments in the report, in order. */
  files: ReportFile[];
  /**
   * The journal line (`ResultHead` with `view` and `body`), unchanged except for `location`, `codeFrame` and `frameColors`, which
   * the report's writer adds to the errors of its view.
   */
  entry: unknown;
  /** Results of the same test and environment in other sessions, oldest first: chunk (from 1) and position (from 0). */
  earlier?: { chunk: number; place: number }[];
}

export interface ReportFile {
  /** Path in the report folder; absent if the content is missing. In a single file: the id of the block that contains it. */
  path?: string;
  bytes?: number;
  /**
   * The whole content, if it is text of at most `TEXT_IN_RESULT` bytes, because a page from `file://` can show another file
   * in a frame but can't read it. In a single file, such an attachment has no block and no path.
   */
  text?: string;
  /** Whether the first bytes are valid text. */
  isText?: boolean;
  /** Why the content is missing. */
  missing?: string;
}

/** `SERVED_DATA` */
export interface ServedReport {
  /** Value of the header `OPEN_TRACE_TOKEN`. */
  token: string;
}

/** `RunData.history` */
export interface HistoryData {
  /** The branch of `runs`, if known: this run's, or the default one if the history has no run of this run's. */
  branch?: string;
  /** Earlier runs of the branch, oldest first; at most 200. */
  runs: { startedAt: number; durationMs: number; counts: Counts; commit?: string; branch?: string }[];
  /**
   * Row numbers. A failure is new unless the test's last verdict (passed or failed) on this branch was a failure, or, if it has none
   * there, on the default branch. In the first run of both, nothing is new.
   */
  newFailures: number[];
  fixed: number[];
  /**
   * The flakiest and the slowest tests over all runs, at most 50 each: row number, and number of outcome changes or mean
   * milliseconds.
   */
  flakiest: { row: number; changes: number }[];
  slowest: { row: number; meanMs: number }[];
}

export interface ComparedWith {
  /** Epoch milliseconds. */
  startedAt: number;
  commit?: string;
  branch?: string;
  /** How many tests each list has. */
  counts: Record<Difference, number>;
}

/** `data/comparison.js`: what changed from the other run to this one; loaded when looked at. */
export interface ComparisonData extends Record<Exclude<Difference, 'gone'>, ComparedTests> {
  /** The id is empty if the other run is known from a history. */
  gone: { id: string; key: string; environment: string; outcome: OutcomeLetter }[];
}

export interface ComparedTests {
  rows: number[];
  /** Milliseconds in the other run, -1 if unknown. */
  before: number[];
}

/** `data/history-N.js`: for each row of `rows-N.js`, the test's outcomes and milliseconds in earlier runs. */
export interface HistoryChunk {
  first: number;
  /** One letter per earlier run, oldest first, '-' if the test was not in it. */
  outcomes: string[];
  /** -1 if the test was not in a run, or its duration is unknown. */
  durations: number[][];
}

/** The member `view` of a journal's `session` line; masked. */
export type SessionView = Pick<SessionData, 'shard' | 'machine' | 'ci' | 'environment' | 'isRerun' | 'otherFailure'>;

/**
 * Data for reports that is not in the service's body: the member `view` of a journal's `result` and `provisional` lines.
 * Everything is masked (`redact`) before it is written. Absent members are unknown.
 */
export interface ResultView {
  file: string;
  /** Titles from the outermost describe to the test. */
  titles: string[];
  /** 1-based. */
  line?: number;
  project?: string;
  /** Its number among equal tests of its file (see `TestNumbers`); only if above 1. */
  occurrence?: number;
  /** Set if the framework does something else with it than run it. */
  origin?: string;
  worker?: number;
  /** Milliseconds, of a result whose start is unknown. */
  duration?: number;
  /** Errors of the deciding attempt, in the order in which they were thrown. */
  errors?: ErrorView[];
  /**
   * Where the test called the steps of the last attempt: those of setup, body and teardown, each before the steps inside it. A number is
   * the line of a step, from 1, or 0 if unknown; a text is the file of the lines after it. Steps at the end may be missing. Absent if the
   * framework does not say.
   */
  stepPlaces?: (string | number)[];
  /** All attempts except the last, in order; only if there are several. */
  earlier?: AttemptView[];
}

export interface ErrorView {
  message: string;
  stack?: string;
  /** Both as text, if the framework provided both. The viewer computes the diff. */
  expected?: string;
  actual?: string;
  /** Lines of source around the location, as text, with the line itself marked by the framework. */
  codeFrame?: string;
  /**
   * Colors of `codeFrame`, added by the report's writer: for each run of characters, the letter of its color and its length. `k` keyword,
   * `s` string, `n` literal, `c` comment, `t` other text; such as `t6k5t1s8`.
   */
  frameColors?: string;
  /** Where it was thrown; from 1. */
  location?: { file: string; line: number; column?: number };
}

/** An attempt before the last. Its steps are those of the body's step "Attempt 1 of 3". */
export interface AttemptView {
  outcome: OutcomeLetter;
  /** Epoch milliseconds. */
  startedAt?: number;
  endedAt?: number;
  errors?: ErrorView[];
  /** Like `ResultView.stepPlaces`. */
  stepPlaces?: (string | number)[];
}
