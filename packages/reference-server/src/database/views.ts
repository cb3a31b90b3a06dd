import type { RunRecord, RunStatus } from '@testpoint/interface';
import type { Sender } from '@testpoint/interface/codec';
import { UNDER_A_SECOND } from '@testpoint/report';
import type { Page } from './page.js';

/** A run with what its results say about it. */
export interface RunView extends RunRecord {
  /** Results received so far, including replaced ones. */
  results: number;
  /** Grows with every change. */
  version: number;
  branch: string | null;
  commit: string | null;
  /** Web address of the CI job. */
  job: string | null;
  /** Start of the first result and end of the last, epoch milliseconds. */
  began: number | null;
  ended: number | null;
  /** Who sent results, in order of arrival, as far as they say it; at most 200. */
  sessions: Sender[];
  /** The run before: the newest earlier one that has a result of this run's first test in the same configuration. */
  before: string | null;
}

/** At most `limit` runs, newest first; with `after`, only runs older than that one. */
export interface RunFilter {
  project?: number;
  plan?: number;
  status?: RunStatus;
  after?: string;
  limit: number;
}

/** Rows as the text of a JSON object of columns, so that nothing parses them on their way. */
export interface Rows {
  columns: string;
  /** The number of the last row that was looked at. */
  last: number;
  /** Whether others may follow after `last`. */
  more: boolean;
}

export interface RunChange {
  id: string;
  status: RunStatus;
  version: number;
  results: number;
}

/** Where a list of failures of several runs goes on: before this result. */
export interface FailuresBefore {
  /** A run's key. */
  run: number;
  number: number;
}

/** What the pages show. Each call reads at most `MOST_ROWS_IN_VIEW` rows, so that it takes a few milliseconds. */
export interface Views {
  viewRuns(filter: RunFilter): Promise<RunView[]>;
  viewRun(id: string): Promise<RunView | undefined>;
  /** The current results of the tests among some results of a run, in order of arrival; columns of `ROW_COLUMNS`. */
  rows(run: string, page: Page): Promise<Rows>;
  /** The latest results of a test, newest run first; columns of `HISTORY_COLUMNS`. */
  history(externalId: string, limit: number): Promise<Rows>;
  /** The results of the test of a result in earlier runs, in the same configuration, newest first; columns of `HISTORY_COLUMNS`. */
  historyOf(run: string, result: number, limit: number): Promise<Rows>;
  /**
   * Tests of a run whose result in another one differs: another verdict, a failure in both, no result there, or much slower. Columns
   * of `COMPARISON_COLUMNS`. With `missing`, only tests that the other run does not have.
   */
  compare(run: string, other: string, selection: Page & { missing: boolean }): Promise<Rows>;
  /**
   * Tests whose last result failed, from newer to older ones of a page of failures; columns of `FAILING_COLUMNS`. Only of the newest
   * `RUNS_OF_FAILURES` runs.
   */
  failing(before: FailuresBefore): Promise<Rows>;
  /** What sessions call the configurations that they run in, by GUID in lower case. */
  configurationNames(): Promise<ReadonlyMap<string, string>>;
  /** What has changed in these runs. Deleted runs are left out. */
  changes(runs: readonly string[]): Promise<RunChange[]>;
}

/** Someone who has signed in to the pages. */
export interface Session {
  /** Digest of the cookie's secret, in hexadecimal. */
  digest: string;
  userName: string;
  /** Digest of the key that was given, in hexadecimal: a session ends when its user gets another key. */
  keyDigest: string;
  /** Epoch milliseconds. */
  expires: number;
}

/** Which runs to delete: those that are over, and that are older than a time or not among the newest. */
export interface Expired {
  /** Created before this time. */
  before?: string;
  /** Not among so many newest runs that are over. */
  beyond?: number;
}

/** Deleting what is no longer wanted. */
export interface Expiry {
  /** At most 100 runs, oldest first. */
  expiredRuns(expired: Expired): Promise<string[]>;
  /** Deletes a run with everything in it, a few rows at a time. It is gone for others at once. */
  deleteRun(id: string): Promise<void>;
  /** At most 100 attachments that were received before this time and that no run names, without those of `claim`. */
  unusedAttachments(before: string): Promise<string[]>;
}

/** Who has signed in. */
export interface Sessions {
  /** A random name of the database that never changes. */
  identity(): Promise<string>;
  /** Adds a session, and deletes those that have expired. @param now epoch milliseconds */
  addSession(session: Session, now: number): Promise<void>;
  findSession(digest: string, now: number): Promise<Session | undefined>;
  deleteSession(digest: string): Promise<void>;
}

export const MOST_ROWS_IN_VIEW = 2_000;

/** Each column of a view, and the expression that it aggregates. Texts are stored as JSON. */
export interface Column {
  name: string;
  sql: string;
  kind: 'number' | 'json' | 'text';
}

/** How long a result took, as every view shows it: columns hold whole milliseconds, so this restores what `resultTimes` says. */
export function shownDuration(results: string): string {
  return `CASE WHEN ${results}.duration = 0 AND ${results}.started IS NULL THEN ${UNDER_A_SECOND} ELSE ${results}.duration END`;
}

export const ROW_COLUMNS: readonly Column[] = [
  { name: 'numbers', sql: 'number', kind: 'number' },
  { name: 'ids', sql: 'external_id', kind: 'json' },
  { name: 'configurations', sql: 'configuration_id', kind: 'text' },
  { name: 'weights', sql: 'weight', kind: 'number' },
  { name: 'starts', sql: 'started', kind: 'number' },
  { name: 'durations', sql: 'duration', kind: 'number' },
  { name: 'attempts', sql: 'attempts', kind: 'number' },
  { name: 'messages', sql: 'message', kind: 'json' },
  { name: 'sessions', sql: 'session', kind: 'number' },
  { name: 'evidence', sql: 'evidence', kind: 'number' },
];

export const HISTORY_COLUMNS: readonly Column[] = [
  { name: 'runs', sql: 'run_id', kind: 'text' },
  { name: 'created', sql: 'created_on', kind: 'text' },
  { name: 'branches', sql: 'branch', kind: 'json' },
  { name: 'commits', sql: 'commit_id', kind: 'json' },
  { name: 'configurations', sql: 'configuration_id', kind: 'text' },
  { name: 'weights', sql: 'weight', kind: 'number' },
  { name: 'durations', sql: 'duration', kind: 'number' },
  { name: 'messages', sql: 'message', kind: 'json' },
];

export const COMPARISON_COLUMNS: readonly Column[] = [
  { name: 'ids', sql: 'external_id', kind: 'json' },
  { name: 'configurations', sql: 'configuration_id', kind: 'text' },
  { name: 'weights', sql: 'weight', kind: 'number' },
  { name: 'durations', sql: 'duration', kind: 'number' },
  { name: 'weightsBefore', sql: 'weight_before', kind: 'number' },
  { name: 'durationsBefore', sql: 'duration_before', kind: 'number' },
];

export const FAILING_COLUMNS: readonly Column[] = [
  { name: 'ids', sql: 'external_id', kind: 'json' },
  { name: 'configurations', sql: 'configuration_id', kind: 'text' },
  { name: 'runs', sql: 'run_id', kind: 'text' },
  { name: 'created', sql: 'created_on', kind: 'text' },
];
export const RUNS_OF_FAILURES = 200;

/** Failed or blocked. */
const IS_FAILURE = (weight: string) => `${weight} IN (3, 5)`;
/** Slower by half and by a second, as `differenceOf` says. */
const IS_SLOWER = 'duration * 2 >= duration_before * 3 AND duration - duration_before >= 1000';
export const DIFFERS = `(weight_before IS NULL OR ${IS_FAILURE('weight')} OR ${IS_FAILURE('weight_before')} OR (${IS_SLOWER}))`;

/** A query's only row: each column of many rows as the text of a JSON array, how many rows were looked at, and the last one's number. */
export interface Aggregate {
  [column: string]: string | number | null;
  last: number | null;
  looked: number;
}

/** How many rows to read of a page. */
export function mostOf({ limit }: Page): number {
  return Math.min(limit, MOST_ROWS_IN_VIEW);
}

/**
 * The columns as one text. They are put together here: each `||` of a database copies all of the text before it, which takes longer
 * than the rest of the query.
 */
export function toRows(columns: readonly Column[], row: Aggregate | undefined, page: Page): Rows {
  if (row === undefined) return NO_ROWS;
  const { last, looked, ...texts } = row;
  const members = columns.map(({ name }) => `"${name}":${texts[name]}`);
  return { columns: `{${members.join()}}`, last: last ?? page.after, more: looked === mostOf(page) };
}

export const NO_ROWS: Rows = { columns: '{}', last: 0, more: false };
