import type { Result } from '@testpoint/interface';
import type { Column, ColumnName } from '../columns/column.js';
import type { NormalResult } from '../normal-form.js';
import type { Observed } from '../observe.js';
import type { RunName } from '../runs.js';

/** A behavior, and the results that show it. */
export interface Row {
  /** A sentence. */
  title: string;
  run: RunName;
  /** Expected results by `suite: title > path` or `#external id`. These tests must have no other results. */
  results: Readonly<Record<string, Expected>>;
  /** The expected outcome of every other test of a suite. */
  others?: { suite: string; expected: Expected };
  /** Texts that the summary contains. */
  summary?: Words;
  differences?: readonly Difference[];
  /** Further checks, such as those of times. Throws if one fails. */
  also?: (seen: Seen) => void;
}

/** A hook's title is written as `<beforeEach log in>` and replaced by the framework's own title. */
export type Expected = Omit<NormalResult, 'message'> & { message?: string | RegExp };

type Words = (column: Column) => readonly string[];

/** Inherent differences between frameworks, and the reasons. */
export interface Difference {
  in: readonly ColumnName[];
  /** A sentence for the documentation. */
  why: string;
  /** The framework has no such feature. */
  absent?: true;
  /** Null means that there is no such result. */
  results?: Readonly<Record<string, Expected | null>>;
  /** Whether only outcomes are compared. */
  outcomesOnly?: true;
  /** Whether times are not compared, because the framework defines them differently. */
  ownTimes?: true;
  summary?: Words;
}

interface Seen {
  column: Column;
  observed: Observed;
  /** Results by their keys in `Row.results`. */
  result(key: string): Result;
}

export const MOCHA: readonly ColumnName[] = ['mocha', 'mocha --parallel'];
export const IN_PAGE: readonly Difference[] = [
  { in: ['vitest browser'], why: 'tests in a page can neither make files nor mock Node', absent: true },
];
export const PASSED: Expected = { outcome: 'Passed' };

/** Keys of one suite. */
export function of<T>(suite: string, results: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(results).map(([title, expected]) => [`${suite}: ${title}`, expected]));
}
