import type { Result } from '@testpoint/interface';
import type { Column } from '../column.js';
import type { NormalResult } from '../normal-form.js';
import type { Observed } from '../observe.js';
import { type RunName, runWith } from '../runs.js';

/** What is expected in a run, with the results by `suite: title > path` or `#external id`. */
export interface Row extends Checks {
  /** A sentence. */
  title: string;
  suite: string;
  run: RunName;
  /** These tests must have no other results. */
  results: Results<Expected>;
  /** From a result as it is written in a behavior, or in a framework's laboratory. */
  keyOf(result: string): string;
}

/** A row as it is written. Its results are by `title > path` in its suite, by `suite: title > path` or by `#external id`. */
export interface Behavior extends Checks {
  /** Default: the suite of the topic. */
  suite?: string;
  /** Default: the first run with this suite. */
  run?: RunName;
  results?: Results<Expected>;
  /** Whether the tests' describes are those of hooks that work for a while before they fail. */
  isLate?: true;
}

interface Checks {
  /** The expected outcome of every other test of a suite. */
  others?: { suite: string; expected: Expected };
  /** Texts that the summary contains. */
  summary?: (column: Column) => readonly string[];
  /** Further checks, such as those of times. Throws if one fails. */
  also?: (seen: Seen) => void;
}

/** Behaviors, each by a sentence. */
export type Behaviors = Readonly<Record<string, Behavior>>;

/** What a framework does its own way. */
export interface Difference {
  /** A sentence for the documentation. */
  why: string;
  /** The framework has no such feature. */
  absent?: true;
  /** What is different in these results. Null means that there is no such result. */
  results?: Results<Partial<Expected> | null>;
  /** Whether only outcomes are compared. */
  outcomesOnly?: true;
  /** Whether times are not compared, because the framework defines them differently. */
  ownTimes?: true;
  summary?: readonly string[];
}

/** A hook's title is written as `<beforeEach log in>` and replaced by the framework's own title. */
export type Expected = Pick<NormalResult, 'outcome'> & { message?: Message | undefined } & {
  [Part in Exclude<keyof NormalResult, 'outcome' | 'message'>]?: NormalResult[Part] | undefined;
};

type Message = string | RegExp;
type Parts = Omit<Expected, 'outcome'>;
type Results<T> = Readonly<Record<string, T>>;

interface Seen {
  column: Column;
  observed: Observed;
  /** Results by their keys in `Row.results`. */
  result(key: string): Result;
}

/** The test of the suite `fine`, which some runs have besides another suite. */
export const FINE = 'fine: is fine';

export const PASSED: Expected = { outcome: 'Passed' };
export const passed = (parts: Parts): Expected => ({ outcome: 'Passed', ...parts });
export const failed = (message: Message, parts?: Parts): Expected => ({ outcome: 'Failed', message, ...parts });
export const blocked = (message: Message, parts?: Parts): Expected => ({ outcome: 'Blocked', message, ...parts });
export const skipped = (parts?: Parts): Expected => ({ outcome: 'Skipped', ...parts });

export function toRow(
  title: string,
  { suite, run, results = {}, isLate, ...checks }: Behavior & { suite: string },
): Row {
  const keyOf = (result: string) => {
    const key = isLate ? result.replace(/ fails? /, '$&late ') : result;
    return /^(?:#|[a-z-]+: )/.test(key) ? key : `${suite}: ${key}`;
  };
  const byKey = Object.entries(results).map(([result, expected]) => [keyOf(result), expected]);
  return { ...checks, title, suite, run: run ?? runWith(suite), results: Object.fromEntries(byKey), keyOf };
}
