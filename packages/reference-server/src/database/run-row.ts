import type { RunRecord, RunStatus } from '@testpoint/interface';
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
}

export function pointsOf({ passed, skipped, blocked, in_progress, failed }: RunRow): number {
  return passed + skipped + blocked + in_progress + failed;
}

export function toRecord(row: RunRow): RunRecord {
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
