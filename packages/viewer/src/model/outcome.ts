import type { OutcomeLetter } from '@testpoint/report/format';
import { NOT_LOADED, OUTCOME_LETTERS } from '../data/result-table.js';

/** How a result is displayed: its outcome, or flaky if it passed on a later attempt. */
export type Look = 'passed' | 'failed' | 'blocked' | 'skipped' | 'flaky' | 'none';

const LOOKS: Look[] = ['passed', 'failed', 'blocked', 'skipped'];
const WORDS: Record<Look, string> = {
  passed: 'Passed',
  failed: 'Failed',
  blocked: 'Did not run',
  skipped: 'Skipped',
  flaky: 'Flaky',
  none: 'No outcome',
};

/** @param outcome number from the table */
export function lookOf(outcome: number | undefined, isFlaky: boolean): Look {
  return isFlaky ? 'flaky' : (LOOKS[outcome ?? NOT_LOADED] ?? 'none');
}

export function lookOfLetter(letter: OutcomeLetter | string): Look {
  return LOOKS[OUTCOME_LETTERS.indexOf(letter)] ?? 'none';
}

/** @param outcome name from the interface */
export function lookOfName(outcome: string): Look {
  return LOOKS.find((look) => look === outcome.toLowerCase()) ?? 'none';
}

export function lookWord(look: Look): string {
  return WORDS[look];
}
