import type { RunRecord, RunStatus, TestPointCounts } from '@testpoint/interface';
import type { Database, Query } from './database.js';
import { statusOfWeight } from './weights.js';

/** A run as it is stored. */
export interface RunRow {
  key: number;
  id: string;
  project: number | null;
  plan: number | null;
  status: RunStatus;
  created_on: string;
  started_on: string | null;
  completed_on: string | null;
  /** Autotests without a real result. */
  missing: number;
  /** Received so far, replaced ones included. */
  results: number;
}

/** A test point of a new run, with the external ids of its test case's autotests. */
export interface NewPoint {
  configuration: number;
  configurationId: string;
  testCase: number;
  autoTests: readonly string[];
}

interface WeightCount {
  run: number;
  weight: number;
  count: number;
}

/** Runs and their test points. */
export class RunTable {
  readonly #insert: Query<never, [id: string, project: number | null, plan: number | null, createdOn: string]>;
  readonly #insertPoints: Query<never, [run: number, points: string]>;
  readonly #insertAutoTests: Query<never, [run: number, autoTests: string]>;
  readonly #linkAutoTests: Query<never, [autoTests: string, run: number, run: number]>;
  readonly #countMissing: Query<never, [run: number]>;
  readonly #find: Query<RunRow, [id: string]>;
  readonly #move: Query<never, [RunStatus, startedOn: string | null, completedOn: string | null, key: number]>;
  readonly #fillAutoTests: Query<never, [run: number]>;
  readonly #fillPoints: Query<never, [run: number]>;
  readonly #ofProject: Query<RunRow, [project: number]>;
  readonly #older: Query<RunRow, [key: number]>;
  readonly #countsOfProject: Query<WeightCount, [project: number]>;
  readonly #countsOfRun: Query<WeightCount, [run: number]>;

  constructor(database: Database) {
    this.#insert = database.prepare(
      "INSERT INTO runs (id, project, plan, status, created_on) VALUES (?, ?, ?, 'Pending', ?)",
    );
    this.#insertPoints = database.prepare(
      `INSERT OR IGNORE INTO test_points (run, configuration, configuration_id, test_case)
       SELECT ?, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`,
    );
    this.#insertAutoTests = database.prepare(
      `INSERT OR IGNORE INTO auto_tests (run, configuration, configuration_id, external_id)
       SELECT ?, value ->> 0, value ->> 1, value ->> 3 FROM json_each(?)`,
    );
    this.#linkAutoTests = database.prepare(
      `INSERT OR IGNORE INTO point_auto_tests (auto_test, point)
       SELECT auto_tests.key, test_points.key FROM json_each(?) AS given
       CROSS JOIN test_points ON test_points.run = ? AND test_points.configuration = given.value ->> 0
         AND test_points.test_case = given.value ->> 2
       CROSS JOIN auto_tests ON auto_tests.run = ? AND auto_tests.configuration_id = given.value ->> 1
         AND auto_tests.external_id = given.value ->> 3`,
    );
    this.#countMissing = database.prepare(
      'UPDATE runs SET missing = (SELECT count(*) FROM auto_tests WHERE run = runs.key) WHERE key = ?',
    );
    this.#find = database.prepare('SELECT * FROM runs WHERE id = ?');
    this.#move = database.prepare('UPDATE runs SET status = ?, started_on = ?, completed_on = ? WHERE key = ?');
    this.#fillAutoTests = database.prepare('UPDATE auto_tests SET weight = 0 WHERE run = ? AND weight = 4');
    this.#fillPoints = database.prepare(
      `UPDATE test_points SET weight = coalesce((SELECT max(auto_tests.weight) FROM point_auto_tests
         JOIN auto_tests ON auto_tests.key = auto_test WHERE point = test_points.key), 0)
       WHERE run = ? AND weight = 4`,
    );
    this.#ofProject = database.prepare('SELECT * FROM runs WHERE project = ? ORDER BY key DESC');
    this.#older = database.prepare('SELECT * FROM runs WHERE key < ? ORDER BY key DESC LIMIT 1');
    this.#countsOfProject = database.prepare(
      `SELECT run, weight, count(*) AS count FROM test_points
       WHERE run IN (SELECT key FROM runs WHERE project = ?) GROUP BY run, weight`,
    );
    this.#countsOfRun = database.prepare(
      'SELECT run, weight, count(*) AS count FROM test_points WHERE run = ? GROUP BY weight',
    );
  }

  /** Adds a run in state Pending with its test points; a test point given twice counts once. */
  insert(id: string, project: number | null, plan: number | null, createdOn: string, points: NewPoint[]): RunRow {
    const { lastKey } = this.#insert.run(id, project, plan, createdOn);
    if (points.length > 0) {
      const pointRows = points.map((point) => [point.configuration, point.configurationId, point.testCase]);
      const autoTestRows = points.flatMap(({ configuration, configurationId, testCase, autoTests }) =>
        autoTests.map((externalId) => [configuration, configurationId, testCase, JSON.stringify(externalId)]),
      );
      this.#insertPoints.run(lastKey, JSON.stringify(pointRows));
      const autoTests = JSON.stringify(autoTestRows);
      this.#insertAutoTests.run(lastKey, autoTests);
      this.#linkAutoTests.run(autoTests, lastKey, lastKey);
      this.#countMissing.run(lastKey);
    }
    const run = this.find(id);
    if (run === undefined) throw new Error(`The run ${id} is gone.`);
    return run;
  }

  /** `id` in lower case. */
  find(id: string): RunRow | undefined {
    return this.#find.get(id);
  }

  move(run: RunRow, status: RunStatus, startedOn: string | null, completedOn: string | null): void {
    this.#move.run(status, startedOn, completedOn, run.key);
  }

  /** Gives every test point without a result the result Skipped (section 3), as a filler. */
  fillSkipped(run: RunRow): void {
    this.#fillAutoTests.run(run.key);
    this.#fillPoints.run(run.key);
  }

  /** Those of a project, newest first. */
  list(project: number): RunRecord[] {
    const countsByRun = toCounts(this.#countsOfProject.all(project));
    return this.#ofProject.all(project).map((row) => toRecord(row, countsByRun.get(row.key)));
  }

  /** Those of all projects that are older than `run`, or all, newest first; read one after the other. */
  *older(run: RunRow | undefined, limit: number): Generator<RunRecord> {
    let key = run?.key ?? Number.MAX_SAFE_INTEGER;
    for (let left = limit; left > 0; left--) {
      const row = this.#older.get(key);
      if (row === undefined) return;
      yield this.record(row);
      key = row.key;
    }
  }

  record(run: RunRow): RunRecord {
    return toRecord(run, toCounts(this.#countsOfRun.all(run.key)).get(run.key));
  }
}

function toCounts(counts: WeightCount[]): Map<number, TestPointCounts> {
  const byRun = new Map<number, TestPointCounts>();
  for (const { run, weight, count } of counts) {
    const sums = byRun.get(run) ?? noPoints();
    byRun.set(run, sums);
    sums[statusOfWeight(weight)] += count;
    sums.total += count;
  }
  return byRun;
}

function toRecord(row: RunRow, testPoints = noPoints()): RunRecord {
  return { ...headOfRun(row), testPoints };
}

/** What is known about a run besides its test points. */
export function headOfRun(row: RunRow): Omit<RunRecord, 'testPoints'> {
  return {
    id: row.id,
    projectGlobalId: row.project,
    testPlanGlobalId: row.plan,
    status: row.status,
    createdOn: row.created_on,
    startedOn: row.started_on,
    completedOn: row.completed_on,
  };
}

function noPoints(): TestPointCounts {
  return { total: 0, Passed: 0, Skipped: 0, Blocked: 0, 'In progress': 0, Failed: 0 };
}
