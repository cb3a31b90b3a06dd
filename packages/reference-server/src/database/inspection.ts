import type { Database, Query } from './database.js';
import type { RunRow } from './run-table.js';
import { FILLER_WEIGHT, type PointStatus, statusOfWeight } from './weights.js';

/** A test point of a run and its autotests, as they stand. */
export interface InspectedPoint {
  configurationGlobalId: number | null;
  configurationId: string;
  testCaseGlobalId: number | null;
  status: PointStatus;
  autoTests: { autoTestExternalId: string; status: PointStatus; filler: boolean; resultId: string | null }[];
}

/** Which results of a run: the latest of each autotest and configuration, or all in the order of arrival. */
export interface ResultSelection {
  latest: boolean;
  /** Those after the entry with this cursor. */
  after: number;
  limit: number;
  /** Whether to give the bodies as they were received. */
  bodies: boolean;
}

interface PointRow {
  point: number;
  configuration: number | null;
  configuration_id: string;
  test_case: number | null;
  weight: number;
  external_id: string | null;
  auto_test_weight: number | null;
  result_id: string | null;
}

interface ResultRow {
  cursor: number;
  id: string;
  external_id: string;
  configuration_id: string;
  configuration: number | null;
  weight: number;
  operation: string;
  received_on: string;
  body: string | null;
}

/** Reads what a run holds, without changing anything. */
export class Inspection {
  readonly #points: Query<PointRow, [run: number]>;
  readonly #latest: Query<ResultRow, [bodies: number, run: number, after: number, limit: number]>;
  readonly #history: Query<ResultRow, [bodies: number, run: number, after: number, limit: number]>;

  constructor(database: Database) {
    this.#points = database.prepare(
      `SELECT test_points.key AS point, test_points.configuration, test_points.configuration_id, test_case,
         test_points.weight, external_id, auto_tests.weight AS auto_test_weight, results.id AS result_id
       FROM test_points
       LEFT JOIN point_auto_tests ON point = test_points.key
       LEFT JOIN auto_tests ON auto_tests.key = point_auto_tests.auto_test
       LEFT JOIN results ON results.run = auto_tests.run AND results.number = auto_tests.result
       WHERE test_points.run = ? ORDER BY test_points.key, auto_tests.key`,
    );
    this.#latest = database.prepare(
      `SELECT auto_tests.key AS cursor, ${ENTRY_COLUMNS}
       FROM auto_tests INDEXED BY auto_tests_by_run
       JOIN results ON results.run = auto_tests.run AND results.number = auto_tests.result
       JOIN bodies ON bodies.key = results.body
       WHERE auto_tests.run = ? AND auto_tests.key > ? ORDER BY auto_tests.key LIMIT ?`,
    );
    this.#history = database.prepare(
      `SELECT number AS cursor, ${ENTRY_COLUMNS}
       FROM results JOIN auto_tests ON auto_tests.key = results.auto_test
       JOIN bodies ON bodies.key = results.body
       WHERE results.run = ? AND number > ? ORDER BY number LIMIT ?`,
    );
  }

  testPoints(run: RunRow): InspectedPoint[] {
    const points = new Map<number, InspectedPoint>();
    for (const row of this.#points.all(run.key)) {
      const point = points.get(row.point) ?? {
        configurationGlobalId: row.configuration,
        configurationId: row.configuration_id,
        testCaseGlobalId: row.test_case,
        status: statusOfWeight(row.weight),
        autoTests: [],
      };
      points.set(row.point, point);
      if (row.external_id === null || row.auto_test_weight === null) continue;
      point.autoTests.push({
        autoTestExternalId: JSON.parse(row.external_id),
        status: statusOfWeight(row.auto_test_weight),
        filler: row.auto_test_weight === FILLER_WEIGHT,
        resultId: row.result_id,
      });
    }
    return [...points.values()];
  }

  /** A JSON array in pieces, page by page, so that a run of any size passes through little memory. */
  *results(run: RunRow, { latest, after, limit, bodies }: ResultSelection): Generator<string> {
    const query = latest ? this.#latest : this.#history;
    let cursor = after;
    let left = limit;
    let separator = '[';
    while (left > 0) {
      const rows = query.all(bodies ? 1 : 0, run.key, cursor, Math.min(left, PAGE));
      for (const row of rows) {
        yield `${separator}${entry(row)}`;
        separator = ',\n';
        cursor = row.cursor;
      }
      left -= rows.length;
      if (rows.length < PAGE) break;
    }
    yield separator === '[' ? '[]' : ']';
  }
}

/** Begins with the parameter that says whether bodies are wanted. */
const ENTRY_COLUMNS = `CASE WHEN NOT ? THEN NULL WHEN position IS NULL THEN CAST(json AS TEXT)
    ELSE CAST(json AS TEXT) -> position END AS body,
  results.id, external_id, configuration_id, configuration, results.weight, operation, received_on`;
/** Results read at once; a body is at most as large as a request's. */
const PAGE = 100;

/** The external id and the body are JSON texts already. */
function entry(row: ResultRow): string {
  const { id, cursor, operation } = row;
  const head = JSON.stringify({
    id,
    cursor,
    configurationId: row.configuration_id,
    configurationGlobalId: row.configuration,
    outcome: statusOfWeight(row.weight),
    operation,
    receivedOn: row.received_on,
  });
  const body = row.body === null ? '' : `,"body":${row.body}`;
  return `${head.slice(0, -1)},"autoTestExternalId":${row.external_id}${body}}`;
}
