import {
  type AutoTestRow,
  fitting,
  MOST_ROWS,
  type PointRow,
  type ResultRow,
  toEntry,
  toPoints,
} from '../read-rows.js';
import { pointsOf, type RunRow } from '../run-row.js';
import type { Entry, Part, Point, PointSelection, ResultSelection } from '../store.js';
import { weightsOf } from '../weights.js';
import { BodyTable } from './bodies.js';
import type { Database, Query } from './database.js';

/** Reads the contents of a run a few rows at a time, so that even a large run needs little memory and blocks no other client. */
export class Inspection {
  readonly #points: Query<PointRow, [run: number, after: number, points: number, limit: number]>;
  readonly #weighed: Query<PointRow, [run: number, after: number, points: number, weights: string, limit: number]>;
  readonly #autoTests: Query<AutoTestRow, [points: string, run: number]>;
  readonly #latest: Query<ResultRow, [run: number, after: number, results: number, limit: number]>;
  readonly #history: Query<ResultRow, [run: number, after: number, results: number, limit: number]>;
  readonly #bodies: BodyTable;

  constructor(database: Database) {
    const points = `SELECT number, configuration, configuration_id, test_case, weight
       FROM test_points WHERE run = ? AND number > ? AND number <= ?`;
    this.#points = database.prepare(`${points} ORDER BY number LIMIT ?`);
    this.#weighed = database.prepare(
      `${points} AND weight IN (SELECT value FROM json_each(?)) ORDER BY number LIMIT ?`,
    );
    this.#autoTests = database.prepare(
      `SELECT links.point, external_id, auto_tests.weight, results.id AS result_id
       FROM json_each(?) AS shown
       CROSS JOIN point_auto_tests AS links INDEXED BY auto_tests_by_point ON links.run = ? AND links.point = shown.value
       CROSS JOIN auto_tests ON auto_tests.run = links.run AND auto_tests.number = links.auto_test
       CROSS JOIN tests ON tests.key = auto_tests.test
       LEFT JOIN results ON results.run = auto_tests.run AND results.number = auto_tests.result
       ORDER BY links.point, links.auto_test`,
    );
    this.#latest = database.prepare(
      `SELECT auto_tests.number AS cursor, ${ENTRY_COLUMNS}
       FROM auto_tests CROSS JOIN results ON results.run = auto_tests.run AND results.number = auto_tests.result
       CROSS JOIN tests ON tests.key = auto_tests.test
       CROSS JOIN bodies ON bodies.key = results.body
       WHERE auto_tests.run = ? AND auto_tests.number > ? AND auto_tests.result <= ?
       ORDER BY auto_tests.number LIMIT ?`,
    );
    this.#history = database.prepare(
      `SELECT results.number AS cursor, ${ENTRY_COLUMNS}
       FROM results CROSS JOIN auto_tests ON auto_tests.run = results.run AND auto_tests.number = results.auto_test
       CROSS JOIN tests ON tests.key = auto_tests.test
       CROSS JOIN bodies ON bodies.key = results.body
       WHERE results.run = ? AND results.number > ? AND results.number <= ? ORDER BY results.number LIMIT ?`,
    );
    this.#bodies = new BodyTable(database);
  }

  points(run: RunRow, { after, limit, status }: PointSelection): Part<Point> {
    const count = Math.min(limit, MOST_ROWS);
    const rows =
      status === undefined
        ? this.#points.all(run.key, after, pointsOf(run), count + 1)
        : this.#weighed.all(run.key, after, pointsOf(run), JSON.stringify(weightsOf(status)), count + 1);
    const shown = JSON.stringify(rows.slice(0, count).map(({ number }) => number));
    return toPoints(rows, this.#autoTests.all(shown, run.key), count);
  }

  results(run: RunRow, { latest, bodies, after, limit }: ResultSelection): Part<Entry> {
    const count = Math.min(limit, MOST_ROWS);
    const rows = (latest ? this.#latest : this.#history).all(run.key, after, run.results, count + 1);
    const shown = fitting(rows, count, bodies);
    const read = (row: ResultRow) => (bodies ? this.#bodies.read(row.body, row.start, row.length) : undefined);
    return { elements: shown.map((row) => toEntry(row, read(row))), more: rows.length > shown.length };
  }
}

const ENTRY_COLUMNS = `results.number, results.id, external_id AS externalId, configuration_id AS configurationId, configuration,
  results.weight, operation, received_on AS receivedOn, results.body, start, length`;
