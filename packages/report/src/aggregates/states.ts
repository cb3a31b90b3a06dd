import type { Counts } from '../format.js';
import { grouped } from '../verdict/counted.js';

const WORDS = {
  passed: 'passed',
  failed: 'failed',
  known: 'known to fail',
  flaky: 'flaky',
  blocked: 'did not run',
  skipped: 'skipped',
} as const;

const ALWAYS: readonly string[] = ['passed', 'failed'];

/** What a test is counted as. Flaky is one that passed after it had failed: on another attempt, rerun or run. */
export type State = keyof typeof WORDS;

/** How many are in each state; the sum is their number. */
export function statesIn(counts: Counts): Record<State, number> {
  const { passed, failed, blocked, skipped, known = 0 } = counts;
  const flaky = counts.flaky + counts.passedOnRerun + counts.passedLater;
  // Counts from elsewhere may contradict each other.
  return { passed: Math.max(0, passed - flaky), failed: Math.max(0, failed - known), known, flaky, blocked, skipped };
}

/** "2,000 passed, 0 failed, 1 did not run". */
export function statesLine(counts: Counts): string {
  const shown = Object.entries(statesIn(counts)).filter(([state, count]) => count > 0 || ALWAYS.includes(state));
  return shown.map(([state, count]) => `${grouped(count)} ${WORDS[state as State]}`).join(', ');
}
