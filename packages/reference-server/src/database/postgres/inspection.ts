import {
  type AutoTestRow,
  fitting,
  MOST_ROWS,
  type PointRow,
  type ResultRow,
  toEntry,
  toPoints,
} from '../read-rows.js';
import type { RunRow } from '../run-row.js';
import type { Entry, Part, Point, PointSelection, ResultSelection } from '../store.js';
import { weightsOf } from '../weights.js';
import type { Connections } from './connections.js';

/** Some test points of a run, with their autotests. */
export async function readPoints(
  connections: Connections,
  run: RunRow,
  { after, limit, status }: PointSelection,
): Promise<Part<Point>> {
  const count = Math.min(limit, MOST_ROWS);
  const weights = status === undefined ? null : weightsOf(status);
  const rows = await connections.query<PointRow>(POINTS, [run.key, after, count + 1, weights]);
  const shown = rows.slice(0, count).map(({ number }) => number);
  return toPoints(rows, await connections.query<AutoTestRow>(AUTO_TESTS, [run.key, shown]), count);
}

/** Some results of a run. With bodies, about a quarter of a megabyte of them, and at least one result. */
export async function readResults(
  connections: Connections,
  run: RunRow,
  { latest, bodies, after, limit }: ResultSelection,
): Promise<Part<Entry>> {
  const count = Math.min(limit, MOST_ROWS);
  const rows = await connections.query<ResultRow>(latest ? LATEST : HISTORY, [run.key, after, count + 1]);
  const shown = fitting(rows, count, bodies);
  const texts = bodies ? await readBodies(connections, shown) : [];
  return { elements: shown.map((row, index) => toEntry(row, texts[index])), more: rows.length > shown.length };
}

async function readBodies(connections: Connections, rows: readonly ResultRow[]): Promise<Uint8Array[]> {
  const values = [rows.map(({ body }) => body), rows.map(({ start }) => start), rows.map(({ length }) => length)];
  const read = await connections.query<{ json: Uint8Array }>(BODIES, values, true);
  return read.map(({ json }) => json);
}

const POINTS = {
  name: 'points',
  text: `SELECT number, configuration, configuration_id, test_case, weight FROM testpoint.test_points
    WHERE run = $1 AND number > $2::bigint AND ($4::smallint[] IS NULL OR weight = ANY ($4)) ORDER BY number LIMIT $3`,
};
const AUTO_TESTS = {
  name: 'auto-tests',
  text: `SELECT links.point, names.external_id, tests.weight, results.id AS result_id
    FROM testpoint.point_auto_tests AS links
    JOIN testpoint.auto_tests AS tests ON tests.run = links.run AND tests.number = links.auto_test
    JOIN testpoint.tests AS names ON names.name = tests.name
    LEFT JOIN testpoint.results ON results.run = tests.run AND results.number = tests.result
    WHERE links.run = $1 AND links.point = ANY ($2::integer[]) ORDER BY links.point, links.auto_test`,
};
const COLUMNS = `results.number, results.id, names.external_id AS "externalId", names.configuration_id AS "configurationId",
  tests.configuration, results.weight, bodies.operation, bodies.received_on AS "receivedOn", results.body, results.start,
  results.length`;
const LATEST = {
  name: 'latest',
  text: `SELECT tests.number AS cursor, ${COLUMNS} FROM testpoint.auto_tests AS tests
    JOIN testpoint.results ON results.run = tests.run AND results.number = tests.result
    JOIN testpoint.tests AS names ON names.name = tests.name
    JOIN testpoint.bodies ON bodies.key = results.body
    WHERE tests.run = $1 AND tests.number > $2::bigint ORDER BY tests.number LIMIT $3`,
};
const HISTORY = {
  name: 'history',
  text: `SELECT results.number AS cursor, ${COLUMNS} FROM testpoint.results
    JOIN testpoint.auto_tests AS tests ON tests.run = results.run AND tests.number = results.auto_test
    JOIN testpoint.tests AS names ON names.name = tests.name
    JOIN testpoint.bodies ON bodies.key = results.body
    WHERE results.run = $1 AND results.number > $2::bigint ORDER BY results.number LIMIT $3`,
};
const BODIES = {
  name: 'bodies',
  text: `SELECT substring(bodies.json FROM given.start + 1 FOR given.length) AS json
    FROM unnest($1::bigint[], $2::integer[], $3::integer[]) WITH ORDINALITY AS given (body, start, length, place)
    JOIN testpoint.bodies ON bodies.key = given.body ORDER BY given.place`,
};
