import { type Dialect, type QueryAnswer, type QueryArguments, type QueryName, queryOf } from '../plain-queries.js';
import type { Database, Query, Value } from './database.js';

const DIALECT: Dialect = {
  schema: '',
  isIn: (column, parameter) => `${column} IN (SELECT value FROM json_each(${parameter}))`,
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
    return answer(query.all(...values(...args).map((value) => (Array.isArray(value) ? JSON.stringify(value) : value))));
  }
}
