import type { Column } from './views.js';

/** How the databases differ in plain queries. */
export interface Dialect {
  /** Before the name of each table. */
  schema: string;
  /** Joins a table to the ones before it. SQLite keeps the order of a `CROSS JOIN`. */
  join: 'JOIN' | 'CROSS JOIN';
  /** The condition that an autotest's row belongs to a row of `tests`. */
  isTestOf(autoTest: string): string;
  /** The condition that two rows of `auto_tests` are of the same test. */
  isSameTest(one: string, other: string): string;
  /** The condition that a column has one of the values of a parameter, which is a list. */
  isIn(column: string, parameter: string, type: 'uuid' | 'integer' | 'smallint'): string;
  /** The text of a JSON array: a column of the rows that meet a condition, in the order of `place`. */
  list(column: Column, condition: string): string;
}

type QueryValue = string | number | readonly (string | number)[];

/** A query of one statement for both databases. Parameters are `$1` and so on, in the order of their first use. */
export interface PlainQuery<Args extends unknown[], Answer> {
  sql(dialect: Dialect, ...args: Args): string;
  values(...args: Args): QueryValue[];
  answer(rows: readonly unknown[], args: Args): Answer;
  /** Whether it is a read for people, which no write waits for. */
  isForPages: boolean;
}

/** A query of the server's own work. */
export function own<Args extends unknown[], Row, Answer>(
  values: PlainQuery<Args, Answer>['values'],
  sql: PlainQuery<Args, Answer>['sql'],
  answer: (rows: readonly Row[], args: Args) => Answer,
): PlainQuery<Args, Answer> {
  return { sql, values, answer: (rows, args) => answer(rows as readonly Row[], args), isForPages: false };
}

export function forPages<Args extends unknown[], Row, Answer>(
  ...query: Parameters<typeof own<Args, Row, Answer>>
): PlainQuery<Args, Answer> {
  return { ...own(...query), isForPages: true };
}
