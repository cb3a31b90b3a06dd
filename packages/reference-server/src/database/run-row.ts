import type { RunRecord, RunStatus } from '@testpoint/interface';
import type { Sender } from '@testpoint/interface/codec';
import type { RunFacts } from './facts.js';
import type { RunView } from './views.js';
import { type PointStatus, statusOfWeight } from './weights.js';

/** A run as both databases store it, with the counts that the list of runs shows. */
export interface RunRow {
  key: number;
  id: string;
  project: number | null;
  plan: number | null;
  status: RunStatus;
  created_on: string;
  started_on: string | null;
  completed_on: string | null;
  auto_tests: number;
  /** Autotests without a real result. */
  missing: number;
  /** Results received so far, including replaced ones. */
  results: number;
  /** Test points with each status. */
  passed: number;
  skipped: number;
  blocked: number;
  in_progress: number;
  failed: number;
  /** What its results say about it. Texts are JSON-encoded. */
  branch: string | null;
  commit_id: string | null;
  job: string | null;
  began: number | null;
  ended: number | null;
  /** Grows with every change. */
  version: number;
}

/** Adds what results say about their run. The first branch, commit and job stay. */
export function addFacts(run: RunRow, facts: RunFacts): void {
  run.branch ??= encoded(facts.branch);
  run.commit_id ??= encoded(facts.commit);
  run.job ??= encoded(facts.job);
  if (facts.began !== null && (run.began === null || facts.began < run.began)) run.began = facts.began;
  if (facts.ended !== null && (run.ended === null || facts.ended > run.ended)) run.ended = facts.ended;
}

/** A run with what other tables say about it. */
export interface RunViewRow extends RunRow {
  /** JSON array of senders. */
  sessions: string;
  before: string | null;
}

export function toView(row: RunViewRow): RunView {
  const { results, version, began, ended } = row;
  const sessions: Sender[] = JSON.parse(row.sessions);
  const said = (name: string) => sessions.find(({ ci }) => ci?.[name])?.ci?.[name] ?? null;
  const [branch, commit] = [decoded(row.branch) ?? said('branch'), decoded(row.commit_id) ?? said('commit')];
  const view = { results, version, branch, commit, job: decoded(row.job), began, ended, sessions, before: row.before };
  return { ...toRecord(row), ...view };
}

function decoded(text: string | null): string | null {
  return text === null ? null : JSON.parse(text);
}

export function encoded(text: string | null): string | null {
  return text === null ? null : JSON.stringify(text);
}

export function pointsOf({ passed, skipped, blocked, in_progress, failed }: RunRow): number {
  return passed + skipped + blocked + in_progress + failed;
}

function toRecord(row: RunRow): RunRecord {
  return {
    id: row.id,
    projectGlobalId: row.project,
    testPlanGlobalId: row.plan,
    status: row.status,
    createdOn: row.created_on,
    startedOn: row.started_on,
    completedOn: row.completed_on,
    testPoints: {
      total: pointsOf(row),
      Passed: row.passed,
      Skipped: row.skipped,
      Blocked: row.blocked,
      'In progress': row.in_progress,
      Failed: row.failed,
    },
  };
}

/** Updates the counts after the weight of some test points has changed from `before` to `after`. */
export function shiftPoints(run: RunRow, before: number, after: number, count: number): void {
  run[columnOf(before)] -= count;
  run[columnOf(after)] += count;
}

type CountColumn = (typeof COUNT_COLUMNS)[PointStatus];

function columnOf(weight: number): CountColumn {
  return COUNT_COLUMNS[statusOfWeight(weight)];
}

const COUNT_COLUMNS = {
  Passed: 'passed',
  Skipped: 'skipped',
  Blocked: 'blocked',
  'In progress': 'in_progress',
  Failed: 'failed',
} as const;
