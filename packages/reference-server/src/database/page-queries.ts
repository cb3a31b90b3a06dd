import type { Page } from './page.js';
import { type Dialect, forPages } from './plain-query.js';
import type { AutoTestRow, PointRow, ResultRow } from './read-rows.js';
import { type RunViewRow, toView } from './run-row.js';
import type { PointSelection } from './store.js';
import {
  type Aggregate,
  COMPARISON_COLUMNS,
  type Column,
  DIFFERS,
  FAILING_COLUMNS,
  type FailuresBefore,
  HISTORY_COLUMNS,
  MOST_ROWS_IN_VIEW,
  mostOf,
  ROW_COLUMNS,
  RUNS_OF_FAILURES,
  type RunChange,
  type RunFilter,
  shownDuration,
  toRows,
} from './views.js';
import { weightsOf } from './weights.js';

/** What people read: the pages and the inspection. A run is given by its key. Each query reads a limited number of rows. */
export const PAGE_QUERIES = {
  runKey: forPages(
    (id: string) => [id],
    ({ schema }) => `SELECT key FROM ${schema}runs WHERE id = $1`,
    ([row]: readonly { key: number }[]) => row?.key,
  ),
  viewRun: forPages(
    (id: string) => [id],
    (dialect) => `${viewOfRuns(dialect)} WHERE id = $1`,
    ([row]: readonly RunViewRow[]) => row && toView(row),
  ),
  viewRuns: forPages(
    ({ after, limit, ...columns }: RunFilter) => [
      ...Object.values(columns),
      ...(after === undefined ? [] : [after]),
      Math.min(limit, MOST_ROWS_IN_VIEW),
    ],
    (dialect, { after, limit: _, ...columns }) => {
      const { schema } = dialect;
      const conditions = Object.keys(columns).map((column, index) => `${column} = $${index + 1}`);
      const last = `(SELECT created_on, key FROM ${schema}runs WHERE id = $${conditions.length + 1})`;
      if (after !== undefined) conditions.push(`(created_on, key) < ${last}`);
      const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
      return `${viewOfRuns(dialect)} ${where} ORDER BY created_on DESC, key DESC LIMIT $${conditions.length + 1}`;
    },
    (rows: readonly RunViewRow[]) => rows.map(toView),
  ),
  changes: forPages(
    (runs: readonly string[]) => [runs],
    ({ schema, isIn }) => `SELECT id, status, version, results FROM ${schema}runs WHERE ${isIn('id', '$1', 'uuid')}`,
    (rows: readonly RunChange[]) => rows.map((row) => ({ ...row })),
  ),
  points: forPages(
    (run: number, { after, limit, status }: PointSelection) => [
      ...[run, after],
      ...(status === undefined ? [] : [weightsOf(status)]),
      limit,
    ],
    ({ schema, isIn }, _run, { status }) => {
      const weighs = status === undefined ? '' : `AND ${isIn('weight', '$3', 'smallint')}`;
      return `SELECT number, configuration, configuration_id, test_case, weight FROM ${schema}test_points
        WHERE run = $1 AND number > CAST($2 AS bigint) ${weighs} ORDER BY number LIMIT $${weighs === '' ? 3 : 4}`;
    },
    (rows: readonly PointRow[]) => rows,
  ),
  autoTests: forPages(
    (run: number, points: readonly number[]) => [run, points],
    ({ schema, join, isTestOf, isIn }) =>
      `SELECT links.point, external_id, auto_tests.weight, results.id AS result_id
        FROM ${schema}point_auto_tests AS links
        ${join} ${schema}auto_tests ON auto_tests.run = links.run AND auto_tests.number = links.auto_test
        ${join} ${schema}tests ON ${isTestOf('auto_tests')}
        LEFT JOIN ${schema}results ON results.run = auto_tests.run AND results.number = auto_tests.result
        WHERE links.run = $1 AND ${isIn('links.point', '$2', 'integer')} ORDER BY links.point, links.auto_test`,
    (rows: readonly AutoTestRow[]) => rows,
  ),
  latest: forPages(
    (run: number, { after, limit }: Page) => [run, after, limit],
    ({ schema, join, isTestOf }) =>
      `SELECT auto_tests.number AS cursor, ${ENTRY_COLUMNS} FROM ${schema}auto_tests
        ${join} ${schema}results ON results.run = auto_tests.run AND results.number = auto_tests.result
        ${join} ${schema}tests ON ${isTestOf('auto_tests')}
        ${join} ${schema}bodies ON bodies.key = results.body
        WHERE auto_tests.run = $1 AND auto_tests.number > CAST($2 AS bigint) ORDER BY auto_tests.number LIMIT $3`,
    (rows: readonly ResultRow[]) => rows,
  ),
  arrived: forPages(
    (run: number, { after, limit }: Page) => [run, after, limit],
    (dialect) =>
      `SELECT results.number AS cursor, ${ENTRY_COLUMNS} ${resultsWithTests(dialect)}
        ${dialect.join} ${dialect.schema}bodies ON bodies.key = results.body
        WHERE results.run = $1 AND results.number > CAST($2 AS bigint) ORDER BY results.number LIMIT $3`,
    (rows: readonly ResultRow[]) => rows,
  ),
  rows: forPages(
    (run: number, page: Page) => [run, page.after, mostOf(page)],
    (dialect) =>
      `${aggregated(dialect, ROW_COLUMNS, 'is_current')} FROM (
        SELECT results.number AS place, results.number, external_id, configuration_id, results.weight,
          auto_tests.result = results.number AS is_current, started, ${shownDuration('results')} AS duration, attempts, message, session, evidence
        ${resultsWithTests(dialect)}
        WHERE results.run = $1 AND results.number > CAST($2 AS bigint) ORDER BY results.number LIMIT $3) AS found`,
    ([row]: readonly Aggregate[], [_run, page]) => toRows(ROW_COLUMNS, row, page),
  ),
  history: forPages(
    (externalId: string, limit: number) => [JSON.stringify(externalId), mostOf({ after: 0, limit })],
    (dialect) => {
      const { schema, join, isTestOf } = dialect;
      return `${aggregated(dialect, HISTORY_COLUMNS)} FROM (
        SELECT row_number() OVER (ORDER BY created_on DESC, runs.key DESC) AS place, runs.id AS run_id, created_on, branch,
          commit_id, configuration_id, auto_tests.weight, ${shownDuration('results')} AS duration, message
        FROM ${schema}tests ${join} ${schema}auto_tests ON ${isTestOf('auto_tests')}
        ${join} ${schema}runs ON runs.key = auto_tests.run
        LEFT JOIN ${schema}results ON results.run = auto_tests.run AND results.number = auto_tests.result
        WHERE external_id = $1 ORDER BY created_on DESC, runs.key DESC LIMIT $2) AS found`;
    },
    ([row]: readonly Aggregate[], [_externalId, limit]) => toRows(HISTORY_COLUMNS, row, { after: 0, limit }),
  ),
  historyOf: forPages(
    (run: number, result: number, limit: number) => [run, result, mostOf({ after: 0, limit })],
    (dialect) => {
      const { schema, join, isSameTest } = dialect;
      return `${aggregated(dialect, HISTORY_COLUMNS)} FROM (
        SELECT row_number() OVER (ORDER BY earlier.run DESC) AS place, runs.id AS run_id, created_on, branch,
          commit_id, '' AS configuration_id, earlier.weight,
          ${shownDuration('results')} AS duration, results.message
        FROM ${schema}results AS shown
        ${join} ${schema}auto_tests AS one ON one.run = shown.run AND one.number = shown.auto_test
        ${join} ${schema}auto_tests AS earlier ON ${isSameTest('earlier', 'one')} AND earlier.run < one.run
        ${join} ${schema}runs ON runs.key = earlier.run
        ${join} ${schema}results ON results.run = earlier.run AND results.number = earlier.result
        WHERE shown.run = $1 AND shown.number = $2 ORDER BY earlier.run DESC LIMIT $3) AS found`;
    },
    ([row]: readonly Aggregate[], [_run, _result, limit]) => toRows(HISTORY_COLUMNS, row, { after: 0, limit }),
  ),
  failing: forPages(
    ({ run, number }: FailuresBefore) => [run, number],
    (dialect) => {
      const { schema, join, isTestOf, isSameTest } = dialect;
      const newest = `SELECT key FROM ${schema}runs ORDER BY created_on DESC, key DESC LIMIT ${RUNS_OF_FAILURES}`;
      // The last result of most failed tests is another one, so their names are not looked up.
      const isLast = `one.result = failed.number AND NOT EXISTS (SELECT 1 FROM ${schema}auto_tests AS later
        WHERE ${isSameTest('later', 'one')} AND later.run > one.run AND later.result IS NOT NULL)`;
      return `${aggregated(dialect, FAILING_COLUMNS, 'run_id IS NOT NULL')} FROM (
        SELECT ${FAILURE_PLACE} AS place, runs.id AS run_id, created_on, external_id, tests.configuration_id
        FROM (SELECT run, number, auto_test FROM ${schema}results WHERE weight IN (3, 5)
          AND (run, number) < (CAST($1 AS bigint), CAST($2 AS bigint)) AND run >= (SELECT min(key) FROM (${newest}) AS recent)
          ORDER BY run DESC, number DESC LIMIT ${MOST_ROWS_IN_VIEW}) AS failed
        LEFT JOIN ${schema}auto_tests AS one ON one.run = failed.run AND one.number = failed.auto_test AND ${isLast}
        LEFT JOIN ${schema}tests ON ${isTestOf('one')}
        LEFT JOIN ${schema}runs ON runs.key = one.run ORDER BY place) AS found`;
    },
    ([row]: readonly Aggregate[]) => toRows(FAILING_COLUMNS, row, { after: 0, limit: MOST_ROWS_IN_VIEW }),
  ),
  compare: forPages(
    (run: number, other: number, page: Page & { missing: boolean }) => [other, run, page.after, mostOf(page)],
    (dialect, _run, _other, { missing }) => {
      const { schema, join, isTestOf, isSameTest } = dialect;
      return `${aggregated(dialect, COMPARISON_COLUMNS, missing ? 'weight_before IS NULL' : DIFFERS)} FROM (
        SELECT one.number AS place, external_id, configuration_id, one.weight, ${shownDuration('mine')} AS duration,
          other.weight AS weight_before, ${shownDuration('theirs')} AS duration_before
        FROM ${schema}auto_tests AS one ${join} ${schema}tests ON ${isTestOf('one')}
        LEFT JOIN ${schema}auto_tests AS other ON ${isSameTest('other', 'one')} AND other.run = $1
        LEFT JOIN ${schema}results AS mine ON mine.run = one.run AND mine.number = one.result
        LEFT JOIN ${schema}results AS theirs ON theirs.run = other.run AND theirs.number = other.result
        WHERE one.run = $2 AND one.number > CAST($3 AS bigint) ORDER BY one.number LIMIT $4) AS found`;
    },
    ([row]: readonly Aggregate[], [_run, _other, page]) => toRows(COMPARISON_COLUMNS, row, page),
  ),
};

/** Newer failures first. The numbers of a run's results have at most nine digits. */
const RESULTS = 1_000_000_000;
const FAILURE_PLACE = `-(failed.run * ${RESULTS} + failed.number)`;

/** The failure at a place. */
export function failureAt(place: number): FailuresBefore {
  return { run: Math.floor(-place / RESULTS), number: -place % RESULTS };
}

/** Runs with who sent their results, and the run before each. */
function viewOfRuns({ schema, join, isSameTest, list }: Dialect): string {
  const senders = list({ name: 'sessions', sql: 'json', kind: 'json' }, 'true');
  return `SELECT runs.*,
      (SELECT ${senders} FROM (
        SELECT json, row_number() OVER (ORDER BY received_on, number) AS place FROM ${schema}run_sessions
        WHERE run = runs.key ORDER BY received_on, number LIMIT ${MOST_SESSIONS}) AS found) AS sessions,
      (SELECT former.id FROM ${schema}runs AS former WHERE former.key = (
        SELECT (SELECT earlier.run FROM ${schema}auto_tests AS earlier
          WHERE ${isSameTest('earlier', 'one')} AND earlier.run < one.run AND earlier.result IS NOT NULL
          ORDER BY earlier.run DESC LIMIT 1)
        FROM ${schema}results AS first
        ${join} ${schema}auto_tests AS one ON one.run = first.run AND one.number = first.auto_test
        WHERE first.run = runs.key AND first.number = 1)) AS before
    FROM ${schema}runs`;
}

/** Sessions of a run to show. */
const MOST_SESSIONS = 200;

function resultsWithTests({ schema, join, isTestOf }: Dialect): string {
  return `FROM ${schema}results
    ${join} ${schema}auto_tests ON auto_tests.run = results.run AND auto_tests.number = results.auto_test
    ${join} ${schema}tests ON ${isTestOf('auto_tests')}`;
}

/** One row: each column of the rows found, how many were looked at, and the last one's place. */
function aggregated(dialect: Dialect, columns: readonly Column[], condition = 'true'): string {
  const lists = columns.map((column) => `${dialect.list(column, condition)} AS "${column.name}"`);
  return `SELECT ${lists.join()}, max(place) AS last, CAST(count(*) AS integer) AS looked`;
}

const ENTRY_COLUMNS = `results.number, results.id, external_id AS "externalId", configuration_id AS "configurationId", configuration,
  results.weight, operation, received_on AS "receivedOn", results.session, results.body, start, length`;
