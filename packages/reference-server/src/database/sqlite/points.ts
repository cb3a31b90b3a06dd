import type { NumberedPoints } from '../point-numbers.js';
import { type RunRow, shiftPoints } from '../run-row.js';
import type { Database, Query } from './database.js';

interface WeightChanges {
  numbers: string;
  before: string;
  after: string;
}

/** Test points of runs and their autotests. Each method handles many rows in one statement. */
export class PointTable {
  readonly #insert: Query<never, [run: number, points: string]>;
  readonly #insertTests: Query<never, [autoTests: string]>;
  readonly #insertAutoTests: Query<never, [run: number, autoTests: string]>;
  readonly #link: Query<never, [run: number, links: string]>;
  readonly #missing: Query<never, [run: number]>;
  readonly #unfinished: Query<WeightChanges, [run: number, run: number]>;
  readonly #touched: Query<WeightChanges, [run: number, autoTests: string, run: number, run: number]>;
  readonly #setWeight: Query<never, [weight: number, run: number, numbers: string]>;

  constructor(database: Database) {
    this.#insert = database.prepare(
      `INSERT INTO test_points (run, number, configuration, configuration_id, test_case)
       SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)`,
    );
    this.#insertTests = database.prepare(
      `INSERT OR IGNORE INTO tests (configuration_id, external_id)
       SELECT value ->> 2, value ->> 3 FROM json_each(?) ORDER BY 2, 1`,
    );
    this.#insertAutoTests = database.prepare(
      `INSERT INTO auto_tests (run, number, configuration, test)
       SELECT ?, value ->> 0, value ->> 1, tests.key
       FROM json_each(?) CROSS JOIN tests ON tests.configuration_id = value ->> 2 AND tests.external_id = value ->> 3`,
    );
    this.#link = database.prepare(
      'INSERT INTO point_auto_tests (run, auto_test, point) SELECT ?, value ->> 0, value ->> 1 FROM json_each(?)',
    );
    this.#missing = database.prepare('UPDATE auto_tests SET weight = 0 WHERE run = ? AND weight = 4');
    const changes = (points: string) =>
      database.prepare<WeightChanges, (string | number)[]>(
        `SELECT json_group_array(number) AS numbers, json_group_array(before) AS before, json_group_array(after) AS after
         FROM (SELECT points.number, points.weight AS before, coalesce((SELECT max(auto_tests.weight)
             FROM point_auto_tests AS links INDEXED BY auto_tests_by_point
             CROSS JOIN auto_tests ON auto_tests.run = links.run AND auto_tests.number = links.auto_test
             WHERE links.run = ? AND links.point = points.number), 0) AS after
           FROM ${points})
         WHERE before <> after`,
      );
    this.#unfinished = changes('test_points AS points WHERE points.run = ? AND points.weight = 4');
    // CROSS JOIN: the planner does not know the size of the JSON and would read all links first.
    this.#touched = changes(
      `(SELECT DISTINCT links.point FROM json_each(?) AS given
         CROSS JOIN point_auto_tests AS links ON links.run = ? AND links.auto_test = given.value) AS touched
       CROSS JOIN test_points AS points ON points.run = ? AND points.number = touched.point`,
    );
    this.#setWeight = database.prepare(
      'UPDATE test_points SET weight = ? WHERE run = ? AND number IN (SELECT value FROM json_each(?))',
    );
  }

  /** Adds rows to the run with this key. The run itself may not have a row yet. */
  insert(run: number, { points, autoTests, links }: NumberedPoints): void {
    this.#insert.run(
      run,
      JSON.stringify(points.map((row) => [row.number, row.configuration, row.configurationId, row.testCase])),
    );
    const rows = JSON.stringify(
      autoTests.map((row) => [row.number, row.configuration, row.configurationId, JSON.stringify(row.externalId)]),
    );
    this.#insertTests.run(rows);
    this.#insertAutoTests.run(run, rows);
    this.#link.run(run, JSON.stringify(links.map(({ autoTest, point }) => [autoTest, point])));
  }

  /** Sets every autotest without a result to the filler Skipped (section 3), and updates the weights of its test points. */
  fillSkipped(run: RunRow): void {
    this.#missing.run(run.key);
    this.#change(run, this.#unfinished.get(run.key, run.key));
  }

  /** Updates the weights of the test points that the autotests belong to. */
  weigh(run: RunRow, autoTests: readonly number[]): void {
    if (autoTests.length === 0) return;
    this.#change(run, this.#touched.get(run.key, JSON.stringify(autoTests), run.key, run.key));
  }

  #change(run: RunRow, changes: WeightChanges | undefined): void {
    if (changes === undefined) return;
    const numbers: number[] = JSON.parse(changes.numbers);
    const before: number[] = JSON.parse(changes.before);
    const after: number[] = JSON.parse(changes.after);
    const byWeight = new Map<number, number[]>();
    for (const [index, number] of numbers.entries()) {
      const weight = after[index] ?? 0;
      shiftPoints(run, before[index] ?? 0, weight, 1);
      const alike = byWeight.get(weight);
      if (alike === undefined) byWeight.set(weight, [number]);
      else alike.push(number);
    }
    for (const [weight, alike] of byWeight) this.#setWeight.run(weight, run.key, JSON.stringify(alike));
  }
}
