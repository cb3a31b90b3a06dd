import { BodyTable } from './body-table.js';
import type { Database, Query } from './database.js';
import type { RunRow } from './run-table.js';
import { FILLER_WEIGHT, statusOfWeight } from './weights.js';

/** Part of a list: at most `limit` entries after the one with the cursor `after`. */
export interface Page {
  after: number;
  limit: number;
}

/** Which results of a run: the latest of each autotest and configuration, or all in the order of arrival. */
export interface ResultSelection extends Page {
  latest: boolean;
  /** Whether to give the bodies as they were received. */
  bodies: boolean;
}

interface PointRow {
  cursor: number;
  configuration: number | null;
  configuration_id: string;
  test_case: number | null;
  weight: number;
}

interface AutoTestRow {
  cursor: number;
  external_id: string;
  weight: number;
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
  body: number;
  start: number;
  length: number;
}

type Text = string | Uint8Array;

/**
 * Reads what a run holds, without changing anything. Every list is given in pieces of its JSON text, each made of a few
 * rows, so that a run of any size passes through little memory, and whoever takes them may pause between any two.
 */
export class Inspection {
  readonly #points: Query<PointRow, [run: number, after: number, limit: number]>;
  readonly #autoTests: Query<AutoTestRow, [point: number, after: number, limit: number]>;
  readonly #latest: Query<ResultRow, [run: number, after: number, limit: number]>;
  readonly #history: Query<ResultRow, [run: number, after: number, limit: number]>;
  readonly #bodies: BodyTable;

  constructor(database: Database) {
    this.#points = database.prepare(
      `SELECT key AS cursor, configuration, configuration_id, test_case, weight
       FROM test_points INDEXED BY test_points_by_run WHERE run = ? AND key > ? ORDER BY key LIMIT ?`,
    );
    this.#autoTests = database.prepare(
      `SELECT links.auto_test AS cursor, external_id, auto_tests.weight, results.id AS result_id
       FROM point_auto_tests AS links INDEXED BY auto_tests_by_point JOIN auto_tests ON auto_tests.key = links.auto_test
       LEFT JOIN results ON results.run = auto_tests.run AND results.number = auto_tests.result
       WHERE point = ? AND links.auto_test > ? ORDER BY links.auto_test LIMIT ?`,
    );
    this.#latest = database.prepare(
      `SELECT auto_tests.key AS cursor, ${ENTRY_COLUMNS}
       FROM auto_tests INDEXED BY auto_tests_with_result
       JOIN results ON results.run = auto_tests.run AND results.number = auto_tests.result
       JOIN bodies ON bodies.key = results.body
       WHERE auto_tests.run = ? AND auto_tests.result IS NOT NULL AND auto_tests.key > ?
       ORDER BY auto_tests.key LIMIT ?`,
    );
    this.#history = database.prepare(
      `SELECT number AS cursor, ${ENTRY_COLUMNS}
       FROM results JOIN auto_tests ON auto_tests.key = results.auto_test
       JOIN bodies ON bodies.key = results.body
       WHERE results.run = ? AND number > ? ORDER BY number LIMIT ?`,
    );
    this.#bodies = new BodyTable(database);
  }

  /** The members `testPoints` and `next` of an object: the points, and the cursor of the last where more may follow. */
  *testPoints(run: RunRow, page: Page): Generator<Text> {
    yield '"testPoints":[';
    let count = 0;
    let cursor = page.after;
    for (const row of rows((after, limit) => this.#points.all(run.key, after, limit), page)) {
      if (count > 0) yield ',\n';
      yield* this.#point(row);
      cursor = row.cursor;
      count++;
    }
    const isWhole = count < page.limit || this.#points.all(run.key, cursor, 1).length === 0;
    yield `],"next":${isWhole ? 'null' : cursor}`;
  }

  /** An array. */
  *results(run: RunRow, { latest, bodies, ...page }: ResultSelection): Generator<Text> {
    const query = latest ? this.#latest : this.#history;
    let separator = '[';
    for (const row of rows((after, limit) => query.all(run.key, after, limit), page)) {
      yield separator + head(row);
      if (bodies) {
        yield ',"body":';
        yield* this.#bodies.read(row.body, row.start, row.length);
      }
      yield '}';
      separator = ',\n';
    }
    yield separator === '[' ? '[]' : ']';
  }

  *#point(row: PointRow): Generator<Text> {
    const point = JSON.stringify({
      configurationGlobalId: row.configuration,
      configurationId: row.configuration_id,
      testCaseGlobalId: row.test_case,
      status: statusOfWeight(row.weight),
    });
    yield `${point.slice(0, -1)},"autoTests":[`;
    let separator = '';
    for (const autoTest of rows((after, limit) => this.#autoTests.all(row.cursor, after, limit), EVERYTHING)) {
      const { weight, result_id } = autoTest;
      const text = JSON.stringify({
        status: statusOfWeight(weight),
        filler: weight === FILLER_WEIGHT,
        resultId: result_id,
      });
      yield `${separator}${text.slice(0, -1)},"autoTestExternalId":${autoTest.external_id}}`;
      separator = ',';
    }
    yield ']}';
  }
}

const EVERYTHING: Page = { after: 0, limit: Number.MAX_SAFE_INTEGER };

/** Reads the rows of a page, some at a time. */
function* rows<Row extends { cursor: number }>(
  read: (after: number, limit: number) => Row[],
  { after, limit }: Page,
): Generator<Row> {
  let cursor = after;
  for (let left = limit; left > 0; ) {
    const some = read(cursor, Math.min(left, ROWS));
    yield* some;
    cursor = some.at(-1)?.cursor ?? cursor;
    left = some.length < ROWS ? 0 : left - some.length;
  }
}

/** Rows read at once: so few that it takes no time that another client would notice. */
const ROWS = 100;

const ENTRY_COLUMNS = `results.id, external_id, configuration_id, configuration, results.weight, operation, received_on,
  results.body, start, length`;

/** An entry without its end. The external id is a JSON text already. */
function head(row: ResultRow): string {
  const { id, cursor, operation } = row;
  const text = JSON.stringify({
    id,
    cursor,
    configurationId: row.configuration_id,
    configurationGlobalId: row.configuration,
    outcome: statusOfWeight(row.weight),
    operation,
    receivedOn: row.received_on,
  });
  return `${text.slice(0, -1)},"autoTestExternalId":${row.external_id}`;
}
