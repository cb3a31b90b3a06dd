import type { RunRow } from '../run-row.js';
import type { Entry, Page, Part, Point, PointAutoTest, ResultSelection } from '../store.js';
import { FILLER_WEIGHT, statusOfWeight } from '../weights.js';
import type { Connections } from './connections.js';

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

/** Some test points of a run, with their autotests. */
export async function readPoints(connections: Connections, run: RunRow, { after, limit }: Page): Promise<Part<Point>> {
  const count = Math.min(limit, ROWS);
  const rows = await connections.query<PointRow>(POINTS, [run.key, after, count + 1]);
  const shown = rows.slice(0, count);
  const autoTests = new Map(shown.map(({ number }) => [number, [] as PointAutoTest[]]));
  for (const row of await connections.query<AutoTestRow>(AUTO_TESTS, [run.key, after, shown.at(-1)?.number ?? after])) {
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

/** Some results of a run; with bodies, as many as make a quarter of a megabyte, but one at the least. */
export async function readResults(
  connections: Connections,
  run: RunRow,
  { latest, bodies, after, limit }: ResultSelection,
): Promise<Part<Entry>> {
  const count = Math.min(limit, ROWS);
  const rows = await connections.query<ResultRow>(latest ? LATEST : HISTORY, [run.key, after, count + 1]);
  const shown: ResultRow[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, count)) {
    if (bodies && bytes > BYTES) break;
    bytes += row.length;
    shown.push(row);
  }
  const texts = bodies ? await readBodies(connections, shown) : [];
  const elements = shown.map((row, index) => ({
    cursor: row.cursor,
    id: row.id,
    externalId: JSON.parse(row.external_id),
    configurationId: row.configuration_id,
    configuration: row.configuration,
    outcome: statusOfWeight(row.weight),
    operation: row.operation,
    receivedOn: row.received_on,
    body: texts[index],
  }));
  return { elements, more: rows.length > shown.length };
}

async function readBodies(connections: Connections, rows: readonly ResultRow[]): Promise<Uint8Array[]> {
  const values = [rows.map(({ body }) => body), rows.map(({ start }) => start), rows.map(({ length }) => length)];
  const read = await connections.query<{ json: Uint8Array }>(BODIES, values, true);
  return read.map(({ json }) => json);
}

/** Read at once: so few that it takes no time that another client would notice. */
const ROWS = 100;
/** Of bodies in a part, beyond which it ends. */
const BYTES = 262_144;

const POINTS = {
  name: 'points',
  text: `SELECT number, configuration, configuration_id, test_case, weight FROM testpoint.test_points
    WHERE run = $1 AND number > $2 ORDER BY number LIMIT $3`,
};
const AUTO_TESTS = {
  name: 'auto-tests',
  text: `SELECT links.point, tests.external_id, tests.weight, results.id AS result_id
    FROM testpoint.point_auto_tests AS links
    JOIN testpoint.auto_tests AS tests ON tests.run = links.run AND tests.number = links.auto_test
    LEFT JOIN testpoint.results ON results.run = tests.run AND results.number = tests.result
    WHERE links.run = $1 AND links.point > $2 AND links.point <= $3 ORDER BY links.point, links.auto_test`,
};
const COLUMNS = `results.id, tests.external_id, tests.configuration_id, tests.configuration, results.weight,
  bodies.operation, bodies.received_on, results.body, results.start, results.length`;
const LATEST = {
  name: 'latest',
  text: `SELECT tests.number AS cursor, ${COLUMNS} FROM testpoint.auto_tests AS tests
    JOIN testpoint.results ON results.run = tests.run AND results.number = tests.result
    JOIN testpoint.bodies ON bodies.key = results.body
    WHERE tests.run = $1 AND tests.number > $2 ORDER BY tests.number LIMIT $3`,
};
const HISTORY = {
  name: 'history',
  text: `SELECT results.number AS cursor, ${COLUMNS} FROM testpoint.results
    JOIN testpoint.auto_tests AS tests ON tests.run = results.run AND tests.number = results.auto_test
    JOIN testpoint.bodies ON bodies.key = results.body
    WHERE results.run = $1 AND results.number > $2 ORDER BY results.number LIMIT $3`,
};
const BODIES = {
  name: 'bodies',
  text: `SELECT substring(bodies.json FROM given.start + 1 FOR given.length) AS json
    FROM unnest($1::bigint[], $2::integer[], $3::integer[]) WITH ORDINALITY AS given (body, start, length, place)
    JOIN testpoint.bodies ON bodies.key = given.body ORDER BY given.place`,
};
