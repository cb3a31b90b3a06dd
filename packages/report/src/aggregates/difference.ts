/** What can be different between two runs, most important first. */
export const DIFFERENCES = ['new failures', 'still failing', 'fixed', 'slower', 'added', 'gone'] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** A test in one of two runs. */
export interface ComparedResult {
  /** A test that did not run because of a failure elsewhere has failed, too. */
  verdict: 'failed' | 'passed' | 'other';
  /** Milliseconds; -1 if unknown. */
  duration: number;
}

/** A test is slower if it takes half as long again, and at least this many milliseconds more. */
const SLOWER = 1_000;

/** In which list of a comparison a test belongs; undefined if it is in none. @param before in the other run */
export function differenceOf(
  now: ComparedResult | undefined,
  before: ComparedResult | undefined,
): Difference | undefined {
  if (now === undefined) return before === undefined ? undefined : 'gone';
  if (before === undefined) return now.verdict === 'failed' ? 'new failures' : 'added';
  if (now.verdict === 'failed') return before.verdict === 'failed' ? 'still failing' : 'new failures';
  if (before.verdict === 'failed') return now.verdict === 'passed' ? 'fixed' : undefined;
  return isSlower(now.duration, before.duration) ? 'slower' : undefined;
}

/** Whether a test takes much longer than before. Milliseconds; below 0 if unknown. */
export function isSlower(now: number, before: number): boolean {
  return now >= 0 && before >= 0 && now >= before * 1.5 && now - before >= SLOWER;
}

/** The list's part of an address: `new-failures`. */
export function slugOf(difference: Difference): string {
  return difference.replace(' ', '-');
}
