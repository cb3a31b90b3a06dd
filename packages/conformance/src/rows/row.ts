import type { Result } from '@testpoint/interface';
import type { Column, ColumnName } from '../columns/column.js';
import type { NormalResult } from '../normal-form.js';
import type { Observed } from '../observe.js';
import { type RunName, runWith } from '../runs.js';

/** What is expected in a run, with the results by `suite: title > path` or `#external id`. */
export interface Row extends Checks {
  /** A sentence. */
  title: string;
  run: RunName;
  /** These tests must have no other results. */
  results: Results<Expected>;
  differences: readonly (Difference & { why: string })[];
}

/** A row as it is written. Its results are by `title > path` in its suite, by `#external id`, or that of FINE. */
export interface Behavior extends Checks {
  /** Default: the suite of the topic. */
  suite?: string;
  /** Default: the first run with this suite. */
  run?: RunName;
  results?: Results<Expected>;
  differences?: Differences;
}

interface Checks {
  /** The expected outcome of every other test of a suite. */
  others?: { suite: string; expected: Expected };
  /** Texts that the summary contains. */
  summary?: Words;
  /** Further checks, such as those of times. Throws if one fails. */
  also?: (seen: Seen) => void;
}

/** Behaviors, each by a sentence. */
export type Behaviors = Readonly<Record<string, Behavior>>;

/** Inherent differences between frameworks, each by a sentence for the documentation that says why. */
export type Differences = Readonly<Record<string, Difference>>;

interface Difference {
  in: readonly ColumnName[];
  /** The framework has no such feature. */
  absent?: true;
  /** Null means that there is no such result. */
  results?: Results<Expected | null>;
  /** Whether only outcomes are compared. */
  outcomesOnly?: true;
  /** Whether times are not compared, because the framework defines them differently. */
  ownTimes?: true;
  summary?: Words;
}

/** A hook's title is written as `<beforeEach log in>` and replaced by the framework's own title. */
export type Expected = Omit<NormalResult, 'message'> & { message?: Message };

type Message = string | RegExp;
type Parts = Omit<Expected, 'outcome'>;
type Results<T> = Readonly<Record<string, T>>;
type Words = (column: Column) => readonly string[];

interface Seen {
  column: Column;
  observed: Observed;
  /** Results by their keys in `Row.results`. */
  result(key: string): Result;
}

export const MOCHA: readonly ColumnName[] = ['mocha', 'mocha --parallel'];
export const IN_PAGE: Differences = {
  'tests in a page can neither make files nor mock Node': { in: ['vitest browser'], absent: true },
};

/** The test of the suite `fine`, which some runs have besides another suite. */
export const FINE = 'fine: is fine';

export const PASSED: Expected = { outcome: 'Passed' };
export const passed = (parts: Parts): Expected => ({ outcome: 'Passed', ...parts });
export const failed = (message: Message, parts?: Parts): Expected => ({ outcome: 'Failed', message, ...parts });
export const blocked = (message: Message, parts?: Parts): Expected => ({ outcome: 'Blocked', message, ...parts });
export const skipped = (parts?: Parts): Expected => ({ outcome: 'Skipped', ...parts });

export function toRow(
  title: string,
  { suite, run, results = {}, differences = {}, ...checks }: Behavior & { suite: string },
): Row {
  const inSuite = <T>(some: Results<T>): Results<T> =>
    Object.fromEntries(
      Object.entries(some).map(([key, one]) => [/^#/.test(key) || key === FINE ? key : `${suite}: ${key}`, one]),
    );
  return {
    ...checks,
    title,
    run: run ?? runWith(suite),
    results: inSuite(results),
    differences: Object.entries(differences).map(([why, difference]) => ({
      ...difference,
      why,
      results: inSuite(difference.results ?? {}),
    })),
  };
}
