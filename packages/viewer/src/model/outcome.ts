import type { Outcome } from '@testpoint/interface/constants';
import { type Counts, OUTCOME_WORDS, type OutcomeLetter, statesIn } from '@testpoint/report/browser';
import { NOT_LOADED, OUTCOME_LETTERS, PASSED } from '../data/result-table.js';

/** How a result is displayed: its outcome, or flaky if it passed after it had failed: on another attempt, rerun or run. */
export type Look = 'passed' | 'failed' | 'blocked' | 'skipped' | 'flaky' | 'known' | 'none';

const LOOKS: Look[] = ['passed', 'failed', 'blocked', 'skipped', 'known'];
const WORDS: Record<Look, string> = {
  passed: OUTCOME_WORDS.P,
  failed: OUTCOME_WORDS.F,
  blocked: OUTCOME_WORDS.B,
  skipped: OUTCOME_WORDS.S,
  flaky: 'Flaky',
  known: 'Known failure',
  none: 'No outcome',
};

/**
 * @param outcome number from the table
 * @param repeat 0 unless it had failed before
 */
export function lookOf(outcome: number | undefined, repeat = 0): Look {
  return repeat > 0 && outcome === PASSED ? 'flaky' : (LOOKS[outcome ?? NOT_LOADED] ?? 'none');
}

export function lookOfLetter(letter: OutcomeLetter | string): Look {
  return LOOKS[OUTCOME_LETTERS.indexOf(letter)] ?? 'none';
}

/** @param outcome name from the interface */
export function lookOfName(outcome: Outcome | undefined): Look {
  return LOOKS.find((look) => look === outcome?.toLowerCase()) ?? 'none';
}

/** How many results look like this. */
export function numberOf(look: Exclude<Look, 'none'>, counts: Counts): number {
  return statesIn(counts)[look];
}

/** How many results were counted. A flaky one also passed, a known failure also failed. */
export function totalOf({ passed, failed, blocked, skipped }: Counts): number {
  return passed + failed + blocked + skipped;
}

export function lookWord(look: Look): string {
  return WORDS[look];
}
