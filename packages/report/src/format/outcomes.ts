export interface Counts {
  passed: number;
  failed: number;
  blocked: number;
  skipped: number;
  /** Those that passed, too, and failed before: in an earlier attempt, before a declared rerun, or in an earlier session. */
  flaky: number;
  passedOnRerun: number;
  passedLater: number;
  /** Those that failed, too, and that `testpoint.known.json` names; absent for none. */
  known?: number;
}

/**
 * Whether a result that passed had failed before: 0 no, 1 in an earlier attempt (flaky), 2 before a declared rerun, 3 in an
 * earlier session, after which one that is not declared as a rerun passed.
 */
export type Repeat = 0 | 1 | 2 | 3;
