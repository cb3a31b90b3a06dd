import type { Bench } from './bench.js';

/** The message that a user sees. `…` replaces the parts that vary. */
export interface Row {
  /** The situation: an action of the user, or an event. */
  when: string;
  says: string;
  /** Whether it only states a fact and asks for nothing. */
  isFact?: true;
  /** What to do, if the message does not say so. */
  todo?: string;
  /** Texts of the source that may replace a `…`. */
  pieces?: readonly string[];
}

/** A row in short form. */
export type ShortRow = [when: string, says: string, isFact?: 'fact' | undefined, more?: Pick<Row, 'todo' | 'pieces'>];

/** One cause, or several that share a process. Its output contains all of its rows. */
export interface Scenario {
  print(bench: Bench): string | Promise<string>;
  rows: readonly Row[];
  /** Misleading texts, which must not appear. */
  never?: readonly string[];
}

/** Messages that another test causes, because they need a broken machine, damaged files, or a lot of time. */
export interface Elsewhere {
  /** Its file, relative to the root of the repository. */
  test: string;
  rows: readonly Row[];
}

/** A part of the page. */
export interface Chapter {
  title: string;
  scenarios: readonly Scenario[];
  elsewhere: readonly Elsewhere[];
}

export function rowsOf({ scenarios, elsewhere }: Chapter): Row[] {
  return [...scenarios, ...elsewhere].flatMap(({ rows }) => rows);
}

export function asRow([when, says, isFact, more]: ShortRow): Row {
  return { when, says, ...(isFact === 'fact' && { isFact: true }), ...more };
}

export function causedIn(test: string, ...rows: ShortRow[]): Elsewhere {
  return { test, rows: rows.map(asRow) };
}
