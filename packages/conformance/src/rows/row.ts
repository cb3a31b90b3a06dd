import type { Result } from '@testpoint/interface';
import type { Column, ColumnName } from '../columns/column.js';
import type { Told } from '../normal-form.js';
import type { Observed } from '../observe.js';
import type { RunName } from '../runs.js';

/** A behaviour, and the results in which it shows. */
export interface Row {
  /** A sentence. */
  title: string;
  run: RunName;
  /** By `suite: title > path`, or `#external id`: what must be there, and nothing else of these tests. */
  results: Readonly<Record<string, Expected>>;
  /** What every other test of a suite must be. */
  others?: { suite: string; expected: Expected };
  /** Words of the summary. */
  summary?: Words;
  differences?: readonly Difference[];
  /** What does not show in results without their times. Throws when it is not so. */
  also?: (seen: Seen) => void;
}

/** A hook's title is written `<beforeEach log in>`: the framework's own words for it are taken. */
export type Expected = Omit<Told, 'message'> & { message?: string | RegExp };

type Words = (column: Column) => readonly string[];

/** Where frameworks differ by their nature, and why. */
export interface Difference {
  in: readonly ColumnName[];
  /** A sentence for people. */
  why: string;
  /** The framework has nothing of the kind. */
  absent?: true;
  /** Null: there is no such result. */
  results?: Readonly<Record<string, Expected | null>>;
  /** Only outcomes are compared. */
  outcomesOnly?: true;
  /** Times are what the framework takes them for, and are not compared. */
  ownTimes?: true;
  summary?: Words;
}

interface Seen {
  column: Column;
  observed: Observed;
  /** A result by its key in `Row.results`. */
  result(key: string): Result;
}

export const MOCHA: readonly ColumnName[] = ['mocha', 'mocha --parallel'];
export const PASSED: Expected = { outcome: 'Passed' };

/** Keys of one suite. */
export function of<T>(suite: string, results: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(results).map(([title, expected]) => [`${suite}: ${title}`, expected]));
}
