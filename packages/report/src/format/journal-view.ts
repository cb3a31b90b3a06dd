import type { OutcomeLetter } from './outcomes.js';
import type { SessionData } from './run-data.js';

/** The member `view` of a journal's `session` line; masked. */
export type SessionView = Pick<SessionData, 'shard' | 'machine' | 'ci' | 'environment' | 'isRerun' | 'otherFailure'>;

/**
 * Data for reports that is not in the service's body: the member `view` of a journal's `result` and `provisional` lines.
 * Everything is masked (`redact`) before it is written. Absent members are unknown.
 */
export interface ResultView {
  file: string;
  /** Titles from the outermost describe to the test. */
  titles: string[];
  /** 1-based. */
  line?: number;
  project?: string;
  /** Its number among equal tests of its file (see `TestNumbers`); only if above 1. */
  occurrence?: number;
  /** Set if the framework does something else with it than run it. */
  origin?: string;
  worker?: number;
  /** Milliseconds: the sum of its attempts, unless the time from start to end is the same. */
  duration?: number;
  /** Errors of the deciding attempt, in the order in which they were thrown. */
  errors?: ErrorView[];
  /**
   * Where the test called the steps of the last attempt: those of setup, body and teardown, each before the steps inside it. A number is
   * the line of a step, from 1, or 0 if unknown; a text is the file of the lines after it. Steps at the end may be missing. Absent if the
   * framework does not say.
   */
  stepPlaces?: (string | number)[];
  /** All attempts except the last, in order; only if there are several. */
  earlier?: AttemptView[];
}

export interface ErrorView {
  message: string;
  stack?: string;
  /** Both as text, if the framework provided both. The viewer computes the diff. */
  expected?: string;
  actual?: string;
  /** Lines of source around the location, as text, with the line itself marked by the framework. */
  codeFrame?: string;
  /**
   * Colors of `codeFrame`, added by the report's writer: for each run of characters, the letter of its color and its length. `k` keyword,
   * `s` string, `n` literal, `c` comment, `t` other text; such as `t6k5t1s8`.
   */
  frameColors?: string;
  /** Where it was thrown; from 1. */
  location?: { file: string; line: number; column?: number };
}

/** An attempt before the last. Its steps are those of the body's step "Attempt 1 of 3". */
export interface AttemptView {
  outcome: OutcomeLetter;
  /** Epoch milliseconds. */
  startedAt?: number;
  endedAt?: number;
  errors?: ErrorView[];
  /** Like `ResultView.stepPlaces`. */
  stepPlaces?: (string | number)[];
}
