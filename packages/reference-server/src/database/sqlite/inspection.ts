import { pointsOf, type RunRow } from '../run-row.js';
import type { Entry, Page, Part, Point, PointAutoTest, ResultSelection } from '../store.js';
import { FILLER_WEIGHT, statusOfWeight } from '../weights.js';
import { BodyTable } from './bodies.js';
import type { Database, Query } from './database.js';

interface PointRow {
  number: number;
  configuration: number | null;
  configuration_id: string;
  test_case: number | null;
  weight: number;
}

interface AutoTestRow {
  point: number;
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

/** Reads what a run holds, few rows at a time, so that a run of any size takes little memory and no one waits for it. */
export class Inspection {
  readonly #points: Query<PointRow, [run: number, after: number, points: number, limit: number]>;
  readonly #autoTests: Query<AutoTestRow, [run: number, after: number, last: number]>;
  readonly #latest: Query<ResultRow, [run: number, after: number, results: number, limit: number]>;
  readonly #history: Query<ResultRow, [run: number, after: number, results: number, limit: number]>;
  readonly #bodies: BodyTable;

  constructor(database: Database) {
    this.#points = database.prepare(
      `SELECT number, configuration, configuration_id, test_case, weight
       FROM test_points WHERE run = ? AND number > ? AND number <= ? ORDER BY number LIMIT ?`,
    );
    this.#autoTests = database.prepare(
      `SELECT links.point, external_id, auto_tests.weight, results.id AS result_id
       FROM point_auto_tests AS links INDEXED BY auto_tests_by_point
       CROSS JOIN auto_tests ON auto_tests.run = links.run AND auto_tests.number = links.auto_test
       LEFT JOIN results ON results.run = auto_tests.run AND results.number = auto_tests.result
       WHERE links.run = ? AND links.point > ? AND links.point <= ? ORDER BY links.point, links.auto_test`,
    );
    this.#latest = database.prepare(
      `SELECT auto_tests.number AS cursor, ${ENTRY_COLUMNS}
       FROM auto_tests CROSS JOIN results ON results.run = auto_tests.run AND results.number = auto_tests.result
       CROSS JOIN bodies ON bodies.key = results.body
       WHERE auto_tests.run = ? AND auto_tests.number > ? AND auto_tests.result <= ?
       ORDER BY auto_tests.number LIMIT ?`,
    );
    this.#history = database.prepare(
      `SELECT results.number AS cursor, ${ENTRY_COLUMNS}
       FROM results CROSS JOIN auto_tests ON auto_tests.run = results.run AND auto_tests.number = results.auto_test
       CROSS JOIN bodies ON bodies.key = results.body
       WHERE results.run = ? AND results.number > ? AND results.number <= ? ORDER BY results.number LIMIT ?`,
    );
    this.#bodies = new BodyTable(database);
  }

  points(run: RunRow, { after, limit }: Page): Part<Point> {
    const count = Math.min(limit, ROWS);
    const rows = this.#points.all(run.key, after, pointsOf(run), count + 1);
    const shown = rows.slice(0, count);
    const autoTests = new Map(shown.map(({ number }) => [number, [] as PointAutoTest[]]));
    for (const row of this.#autoTests.all(run.key, after, shown.at(-1)?.number ?? after)) {
      autoTests.get(row.point)?.push({
        externalId: JSON.parse(row.external_id),
        status: statusOfWeight(row.weight),
        filler: row.weight === FILLER_WEIGHT,
        result: row.result_id,
      });
    }
    const elements = shown.map((row) => ({
      cursor: row.number,
      configuration: row.configuration,
      configurationId: row.configuration_id,
      testCase: row.test_case,
      status: statusOfWeight(row.weight),
      autoTests: autoTests.get(row.number) ?? [],
    }));
    return { elements, more: rows.length > count };
  }

  results(run: RunRow, { latest, bodies, after, limit }: ResultSelection): Part<Entry> {
    const count = Math.min(limit, ROWS);
    const query = latest ? this.#latest : this.#history;
    const rows = query.all(run.key, after, run.results, count + 1);
    const elements: Entry[] = [];
    let bytes = 0;
    for (const row of rows.slice(0, count)) {
      if (bytes > BYTES) return { elements, more: true };
      bytes += bodies ? row.length : 0;
      elements.push({
        cursor: row.cursor,
        id: row.id,
        externalId: JSON.parse(row.external_id),
        configurationId: row.configuration_id,
        configuration: row.configuration,
        outcome: statusOfWeight(row.weight),
        operation: row.operation,
        receivedOn: row.received_on,
        body: bodies ? this.#bodies.read(row.body, row.start, row.length) : undefined,
      });
    }
    return { elements, more: rows.length > count };
  }
}

/** Read at once: so few that it takes no time that another client would notice. */
const ROWS = 100;
/** Of bodies in a part, beyond which it ends. */
const BYTES = 262_144;

const ENTRY_COLUMNS = `results.id, external_id, configuration_id, configuration, results.weight, operation, received_on,
  results.body, start, length`;
