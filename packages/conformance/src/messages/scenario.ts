import type { Bench } from './bench.js';

/** The message that a user sees. `…` replaces the parts that vary. */
export interface Row {
  /** The situation: an action of the user, or an event. */
  when: string;
  says: string;
  /** Whether it only states a fact and asks for nothing. */
  isFact?: true;
  /** What to do, if the message itself does not say so. */
  todo?: string;
  /** Texts of the source that may replace a `…`. */
  pieces?: readonly string[];
}

/** Messages, each by the situation in which it appears. */
export type Messages = Readonly<Record<string, string | Omit<Row, 'when'>>>;

/** Runs something, and returns what it prints. */
export type Cause = (bench: Bench) => string | Promise<string>;

/** One cause, or several that share a process. Its output contains all of its messages. */
export interface Scenario {
  cause: Cause;
  messages: Messages;
  never: readonly string[];
}

/** A part of the page. */
export interface Chapter {
  title: string;
  scenarios: readonly Scenario[];
  /** Messages that other tests cause, because they need a broken machine, damaged files, or a lot of time. */
  elsewhere: readonly Messages[];
}

/** @param never misleading texts, which must not appear */
export function causes(cause: Cause, messages: Messages, never: readonly string[] = []): Scenario {
  return { cause, messages, never };
}

/** A message that only states a fact, and asks for nothing. */
export function fact(says: string, ...pieces: string[]): Omit<Row, 'when'> {
  return { says, isFact: true, pieces };
}

export function rowsIn(messages: Messages): Row[] {
  return Object.entries(messages).map(([when, message]) => ({
    when,
    ...(typeof message === 'string' ? { says: message } : message),
  }));
}

export function rowsOf({ scenarios, elsewhere }: Chapter): Row[] {
  return [...scenarios.map(({ messages }) => messages), ...elsewhere].flatMap(rowsIn);
}
