import { type QueryAnswer, type QueryArguments, type QueryName, queryOf } from '../plain-queries.js';
import type { Dialect } from '../plain-query.js';
import type { Database, Query, Value } from './database.js';

const DIALECT: Dialect = {
  schema: '',
  join: 'CROSS JOIN',
  isTestOf: (autoTest) => `tests.key = ${autoTest}.test`,
  isSameTest: (one, other) => `${one}.test = ${other}.test`,
  isIn: (column, parameter) => `${column} IN (SELECT value FROM json_each(${parameter}))`,
  list: ({ sql, kind }, condition) =>
    kind === 'json'
      ? `'[' || coalesce(group_concat(coalesce(${sql}, 'null')) FILTER (WHERE ${condition}), '') || ']'`
      : `json_group_array(${sql}) FILTER (WHERE ${condition})`,
};

/** Runs the queries that both databases have. */
export class PlainQueries {
  readonly #database: Database;
  /** By their SQL. */
  readonly #prepared = new Map<string, Query<unknown, Value[]>>();

  constructor(database: Database) {
    this.#database = database;
  }

  run<Name extends QueryName>(name: Name, args: QueryArguments<Name>): QueryAnswer<Name> {
    const { sql, values, answer } = queryOf(name);
    const text = sql(DIALECT, ...args);
    const query = this.#prepared.get(text) ?? this.#database.prepare(text);
    this.#prepared.set(text, query);
    const parameters = values(...args).map((value) => (typeof value === 'object' ? JSON.stringify(value) : value));
    return answer(query.all(...parameters), args);
  }
}
