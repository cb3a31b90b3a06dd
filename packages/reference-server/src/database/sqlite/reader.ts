import type { Page } from '../page.js';
import type { QueryAnswer, QueryArguments, QueryName } from '../plain-queries.js';
import type { RunRow } from '../run-row.js';
import type { Entry, Part, Point, PointSelection, ResultSelection } from '../store.js';
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
import { Database, type Query } from './database.js';
import { Inspection } from './inspection.js';
import { PlainQueries } from './plain-queries.js';

/**
 * Reads for people, on a connection and in a thread of their own: however long they take, no write waits. Each call reads few rows,
 * so that no read transaction keeps the log from being written back for long.
 */
export class Reader {
  readonly #find: Query<RunRow, [id: string]>;
  readonly #rows: Query<Aggregate, [run: number, after: number, results: number, limit: number]>;
  readonly #history: Query<Aggregate, [externalId: string, limit: number]>;
  readonly #compare: Query<Aggregate, [other: number, run: number, after: number, autoTests: number, limit: number]>;
  readonly #missing: Query<Aggregate, [other: number, run: number, after: number, autoTests: number, limit: number]>;
  readonly #inspection: Inspection;
  readonly #queries: PlainQueries;
  readonly #database: Database;

  constructor(file: string) {
    const database = Database.toRead(file);
    this.#database = database;
    this.#inspection = new Inspection(database);
    this.#queries = new PlainQueries(database);
    this.#find = database.prepare('SELECT * FROM runs WHERE id = ?');
    this.#rows = database.prepare(
      `SELECT ${aggregated(ROW_COLUMNS, 'is_current')}, max(number) AS last, count(*) AS looked FROM (
         SELECT results.number, external_id, configuration_id, results.weight, auto_tests.result = results.number AS is_current,
           started, duration, attempts, message
         FROM results CROSS JOIN auto_tests ON auto_tests.run = results.run AND auto_tests.number = results.auto_test
         CROSS JOIN tests ON tests.key = auto_tests.test
         WHERE results.run = ? AND results.number > ? AND results.number <= ? ORDER BY results.number LIMIT ?)`,
    );
    this.#history = database.prepare(
      `SELECT ${aggregated(HISTORY_COLUMNS)}, NULL AS last, count(*) AS looked FROM (
         SELECT runs.id AS run_id, created_on, branch, commit_id, configuration_id, auto_tests.weight,
           duration, message
         FROM tests CROSS JOIN auto_tests ON auto_tests.test = tests.key
         CROSS JOIN runs ON runs.key = auto_tests.run AND auto_tests.number <= runs.auto_tests
         LEFT JOIN results ON results.run = auto_tests.run AND results.number = auto_tests.result
         WHERE external_id = ? ORDER BY created_on DESC, runs.key DESC LIMIT ?)`,
    );
    const compare = (condition: string) =>
      database.prepare<Aggregate, [other: number, run: number, after: number, autoTests: number, limit: number]>(
        `SELECT ${aggregated(COMPARISON_COLUMNS, condition)}, max(number) AS last, count(*) AS looked FROM (
           SELECT one.number, external_id, configuration_id, one.weight, mine.duration,
             other.weight AS weight_before, theirs.duration AS duration_before
           FROM auto_tests AS one CROSS JOIN tests ON tests.key = one.test
           LEFT JOIN auto_tests AS other ON other.test = one.test AND other.run = ?
           LEFT JOIN results AS mine ON mine.run = one.run AND mine.number = one.result
           LEFT JOIN results AS theirs ON theirs.run = other.run AND theirs.number = other.result
           WHERE one.run = ? AND one.number > ? AND one.number <= ? ORDER BY one.number LIMIT ?)`,
      );
    this.#compare = compare(DIFFERS);
    this.#missing = compare('weight_before IS NULL');
  }

  points(id: string, selection: PointSelection): Part<Point> {
    const run = this.#find.get(id);
    return run === undefined ? NOTHING : this.#inspection.points(run, selection);
  }

  results(id: string, selection: ResultSelection): Part<Entry> {
    const run = this.#find.get(id);
    return run === undefined ? NOTHING : this.#inspection.results(run, selection);
  }

  query<Name extends QueryName>(name: Name, ...args: QueryArguments<Name>): QueryAnswer<Name> {
    return this.#queries.run(name, args);
  }

  rows(id: string, page: Page): Rows {
    const run = this.#find.get(id);
    const row = run && this.#rows.get(run.key, page.after, run.results, mostOf(page));
    return toRows(ROW_COLUMNS, row, page);
  }

  history(externalId: string, limit: number): Rows {
    const page = { after: 0, limit };
    return toRows(HISTORY_COLUMNS, this.#history.get(JSON.stringify(externalId), mostOf(page)), page);
  }

  compare(id: string, otherId: string, page: Page & { missing: boolean }): Rows {
    const [run, other] = [this.#find.get(id), this.#find.get(otherId)];
    const query = page.missing ? this.#missing : this.#compare;
    const row = run && other && query.get(other.key, run.key, page.after, run.auto_tests, mostOf(page));
    return toRows(COMPARISON_COLUMNS, row, page);
  }

  close(): void {
    this.#database.close();
  }
}

const NOTHING = { elements: [], more: false };

/** The expressions of columns, each an array of JSON. */
function aggregated(columns: readonly Column[], condition = '1'): string {
  const expressions = columns.map(({ name, sql, kind }) => {
    const filter = `FILTER (WHERE ${condition})`;
    if (kind !== 'json') return `json_group_array(${sql}) ${filter} AS ${name}`;
    return `'[' || coalesce(group_concat(coalesce(${sql}, 'null')) ${filter}, '') || ']' AS ${name}`;
  });
  return expressions.join();
}
