import type { Bench } from './bench.js';

/** What a user sees. `…` stands for what differs from case to case. */
export interface Row {
  /** What the user did, or what happened. */
  when: string;
  says: string;
  /** It tells what is so, and asks for nothing. */
  isFact?: true;
  /** What to do, where the message does not say. */
  todo?: string;
  /** Texts of the source that may stand in it in place of a `…`. */
  pieces?: readonly string[];
}

/** A row in short. */
export type Told = [when: string, says: string, isFact?: 'fact' | undefined, more?: Pick<Row, 'todo' | 'pieces'>];

/** One cause, or several that share a process; all of its rows are in what it prints. */
export interface Scenario {
  print(bench: Bench): string | Promise<string>;
  rows: readonly Row[];
  /** What would mislead, and is not in it. */
  never?: readonly string[];
}

/** Messages that another test causes, since they take a broken machine, damage, or much time. */
export interface Elsewhere {
  /** Its file, from the repository on. */
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

export function asRow([when, says, isFact, more]: Told): Row {
  return { when, says, ...(isFact === 'fact' && { isFact: true }), ...more };
}
