import type { Bench } from './bench.js';

/** What a user sees. `…` stands for what differs from case to case. */
export interface Row {
  /** What the user did, or what happened. */
  when: string;
  says: string;
  /** It tells what is so, and asks for nothing. */
  isFact?: true;
}

/** A row in short. */
export type Told = [when: string, says: string, isFact?: 'fact'];

/** One cause, or several that share a process; all of its rows are in what it prints. */
export interface Scenario {
  print(bench: Bench): string | Promise<string>;
  rows: readonly Row[];
  /** What would mislead, and is not in it. */
  never?: readonly string[];
}

/** A part of the page. */
export interface Chapter {
  title: string;
  scenarios: readonly Scenario[];
}

export function asRow([when, says, isFact]: Told): Row {
  return { when, says, ...(isFact === 'fact' && { isFact: true }) };
}
