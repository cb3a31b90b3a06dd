import type { SessionView } from '@testpoint/interface/codec';
import type { ComparedWith, HistoryData } from './other-runs.js';
import type { Counts } from './outcomes.js';

/** Version of the folder's format; a viewer and a merge refuse any other. */
export const REPORT_FORMAT = 2;

/** `data/run.js` */
export interface RunData {
  format: typeof REPORT_FORMAT;
  /** Epoch milliseconds. */
  createdAt: number;
  /** Start of the first session and end of the last, epoch milliseconds. */
  startedAt: number;
  endedAt: number;
  /** Sum of the durations of all results, milliseconds; absent if none is known. */
  testTime?: number;
  /** By result. A test has one in each environment. */
  counts: Counts;
  /** By test, each by its worst result: one that fails in one environment has failed. */
  tests: Counts;
  /** Every session in the report, in order of start. Rows refer to a session by its index here. */
  sessions: SessionData[];
  /** Failures grouped by cause, largest group first. */
  failureGroups: FailureGroup[];
  /** Names that rows refer to by index. */
  files: string[];
  /** Titles of the describes around a test, outermost first. The first list is empty. */
  suites: string[][];
  projects: string[];
  /** Where tests ran, as far as sessions differ; empty if nothing distinguishes them. */
  environments: string[];
  /** What ran in each of them; absent in older reports. */
  byEnvironment?: EnvironmentData[];
  rows: number;
  /** Number of chunks of each kind. */
  rowChunks: number;
  resultChunks: number;
  /** Number of `SearchChunk`s; absent if only the table can be searched. */
  searchChunks?: number;
  /** Properties with few values, by which results can be filtered. `values` is empty for one with many. */
  properties?: { name: string; values: string[] }[];
  history?: HistoryData | undefined;
  /** The verdict of the gate, if rules are set: those that don't hold. */
  gate?: { broken: { rule: string; what: string }[] };
  /** The run that this one is compared with. `data/comparison.js` has the tests. */
  comparison?: ComparedWith | undefined;
  /** The entries of `testpoint.known.json`, if there is one. */
  known?: KnownInRun[];
  /** Whether the report's folder has a copy of Playwright's trace viewer. */
  hasTraceViewer?: true;
  /** Sentences about missing parts of the report. Empty for a complete report. */
  incomplete: string[];
  /** Sentences about what the reader should know, although nothing is missing. */
  notes: string[];
}

/** The results of an environment. */
export interface EnvironmentData {
  counts: Counts;
  /** Indexes of the sessions that ran there. */
  sessions: number[];
}

/** A failure that the team knows about: an entry of `testpoint.known.json`. */
export interface KnownFailure {
  /** External id, as reports show it. */
  test: string;
  reason: string;
  owner?: string | undefined;
  link?: string | undefined;
  /** The last day on which it counts as known, as `YYYY-MM-DD`. */
  until?: string | undefined;
  isExpired: boolean;
}

export interface KnownInRun extends KnownFailure {
  /** Keys of the tests of this name that failed in this run. */
  keys: string[];
}

export interface SessionData extends SessionView {
  /** Unique name of the session's folder. A session that occurs twice is shown once. */
  id: string;
  framework: string;
  frameworkVersion: string;
  /** Name and version of the reporter. */
  tool: string;
  startedAt: number;
  endedAt?: number | undefined;
  /** Absent for a session whose process died before recording its end. */
  end?: 'complete' | 'interrupted';
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
  /** A digest of the cause: the group's name in addresses. */
  key: string;
  /** What their messages have in common, with "…" where they differ; one line, at most 300 characters. */
  message: string;
  /** Files and lines where they were thrown, as far as known, at most 100. */
  places: string[];
  /** Row numbers, at most 1,000 of them. */
  rows: number[];
  /** Number of results. */
  count: number;
  /** Number of tests, each of which may have failed in several environments; absent in older reports. */
  tests?: number;
  /** The first run of the history that had this failure; absent without one. */
  since?: { startedAt: number; commit?: string | undefined };
}
