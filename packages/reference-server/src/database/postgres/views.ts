import type { Page } from '../page.js';
import type { RunRow } from '../run-row.js';
import {
  type Aggregate,
  COMPARISON_COLUMNS,
  type Column,
  DIFFERS,
  HISTORY_COLUMNS,
  mostOf,
  ROW_COLUMNS,
  type Rows,
  toRows,
} from '../views.js';
import type { Connections } from './connections.js';

export async function readRows(connections: Connections, run: RunRow, page: Page): Promise<Rows> {
  const [row] = await connections.query<Aggregate>(ROWS, [run.key, page.after, mostOf(page)]);
  return toRows(ROW_COLUMNS, row, page);
}

export async function readHistory(connections: Connections, externalId: string, limit: number): Promise<Rows> {
  const page = { after: 0, limit };
  const [row] = await connections.query<Aggregate>(HISTORY_OF_TEST, [JSON.stringify(externalId), mostOf(page)]);
  return toRows(HISTORY_COLUMNS, row, page);
}

export async function readComparison(
  connections: Connections,
  run: RunRow,
  other: RunRow,
  page: Page & { missing: boolean },
): Promise<Rows> {
  const query = page.missing ? MISSING : COMPARISON;
  const [row] = await connections.query<Aggregate>(query, [run.key, other.key, page.after, mostOf(page)]);
  return toRows(COMPARISON_COLUMNS, row, page);
}

/** The expressions of columns, each an array of JSON. */
function aggregated(columns: readonly Column[], condition = 'true'): string {
  const expressions = columns.map(({ name, sql, kind }) => {
    const value = kind === 'text' ? `to_json(${sql})::text` : `${sql}::text`;
    const list = `string_agg(coalesce(${value}, 'null'), ',' ORDER BY place) FILTER (WHERE ${condition})`;
    return `'[' || coalesce(${list}, '') || ']' AS "${name}"`;
  });
  return expressions.join();
}

const ROWS = {
  name: 'rows',
  text: `SELECT ${aggregated(ROW_COLUMNS, 'is_current')}, max(number) AS last, count(*)::integer AS looked FROM (
     SELECT results.number AS place, results.number, external_id, configuration_id, results.weight,
       auto_tests.result IS NOT DISTINCT FROM results.number AS is_current, started, duration, attempts, message
     FROM testpoint.results
     JOIN testpoint.auto_tests ON auto_tests.run = results.run AND auto_tests.number = results.auto_test
     JOIN testpoint.tests ON tests.name = auto_tests.name
     WHERE results.run = $1 AND results.number > $2::bigint ORDER BY results.number LIMIT $3) AS found`,
};
const HISTORY_OF_TEST = {
  name: 'history-of-test',
  text: `SELECT ${aggregated(HISTORY_COLUMNS)}, NULL AS last, count(*)::integer AS looked FROM (
    SELECT row_number() OVER (ORDER BY created_on DESC, runs.key DESC) AS place, runs.id AS run_id, created_on, branch,
      commit_id, configuration_id, auto_tests.weight, duration, message
    FROM testpoint.tests JOIN testpoint.auto_tests ON auto_tests.name = tests.name
    JOIN testpoint.runs ON runs.key = auto_tests.run
    LEFT JOIN testpoint.results ON results.run = auto_tests.run AND results.number = auto_tests.result
    WHERE external_id = $1 ORDER BY created_on DESC, runs.key DESC LIMIT $2) AS found`,
};
const compare = (condition: string) =>
  `SELECT ${aggregated(COMPARISON_COLUMNS, condition)}, max(place) AS last, count(*)::integer AS looked FROM (
     SELECT one.number AS place, external_id, configuration_id, one.weight, mine.duration,
       other.weight AS weight_before, theirs.duration AS duration_before
     FROM testpoint.auto_tests AS one JOIN testpoint.tests ON tests.name = one.name
     LEFT JOIN testpoint.auto_tests AS other ON other.name = one.name AND other.run = $2
     LEFT JOIN testpoint.results AS mine ON mine.run = one.run AND mine.number = one.result
     LEFT JOIN testpoint.results AS theirs ON theirs.run = other.run AND theirs.number = other.result
     WHERE one.run = $1 AND one.number > $3::bigint ORDER BY one.number LIMIT $4) AS found`;
const COMPARISON = { name: 'comparison', text: compare(DIFFERS) };
const MISSING = { name: 'missing', text: compare('weight_before IS NULL') };
