import type { OutcomeLetter } from '@testpoint/interface/codec';
import type { Difference } from '../aggregates/difference.js';
import type { Counts } from './outcomes.js';

/** `RunData.history` */
export interface HistoryData {
  /** The branch of `runs`, if known: this run's, or the default one if the history has no run of this run's. */
  branch?: string | undefined;
  /** Earlier runs of the branch, oldest first; at most 200. */
  runs: {
    startedAt: number;
    durationMs: number;
    counts: Counts;
    commit?: string | undefined;
    branch?: string | undefined;
    /** Set if it has not run to its end. */
    isInterrupted?: boolean | undefined;
  }[];
  /**
   * Row numbers. A failure is new unless the test's last verdict (passed or failed) on this branch was a failure, or, if it has none
   * there, on the default branch. In the first run of both, nothing is new.
   */
  newFailures: number[];
  fixed: number[];
  /** How many tests are new failures, fixed, and still failing. */
  tests?: { newFailures: number; fixed: number; stillFailing: number };
  /**
   * Tests over all runs, at most 50 of each list. The flakiest and the slowest: row number, and number of outcome changes or mean
   * milliseconds.
   */
  flakiest: { row: number; changes: number }[];
  /** The tests that failed most, this run included: of so many runs with a verdict. */
  failing: { row: number; failures: number; runs: number }[];
  /** The tests that take half as long again as on average, and a second more. */
  slower: { row: number; meanMs: number }[];
  slowest: { row: number; meanMs: number }[];
}

export interface ComparedWith {
  /** Epoch milliseconds. */
  startedAt: number;
  commit?: string | undefined;
  branch?: string | undefined;
  /** How many tests each list has: one may be in it for several environments. */
  counts: Record<Difference, number>;
}

/** `data/comparison.js`: what changed from the other run to this one; loaded when looked at. */
export interface ComparisonData extends Record<Exclude<Difference, 'gone'>, ComparedTests> {
  /** The id is empty if the other run is known from a history. */
  gone: { id: string; key: string; environment: string; outcome: OutcomeLetter }[];
}

export interface ComparedTests {
  rows: number[];
  /** Milliseconds in the other run, -1 if unknown. */
  before: number[];
}

/** `data/history-N.js`: for each row of `rows-N.js`, the test's outcomes and milliseconds in earlier runs. */
export interface HistoryChunk {
  first: number;
  /** One letter per earlier run, oldest first, '-' if the test was not in it. */
  outcomes: string[];
  /** -1 if the test was not in a run, or its duration is unknown. */
  durations: number[][];
}
