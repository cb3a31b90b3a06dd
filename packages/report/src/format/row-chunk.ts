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
  /** One digit per row: 1 if it has a picture, plus 2 if it has a trace. Absent in older reports. */
  evidence?: string;
  /** A column for each of `RunData.properties`: the index of its value, -1 for none. Later columns may be absent. */
  properties?: number[][];
}

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
