import type { Counts, RunData, SessionData } from '../format.js';
import { counted } from './counted.js';

/** The title of a report's page. */
export function titleOf(run: RunData): string {
  return `${headlineOf(run)} – test report`;
}

/** What a verdict is about. */
type Judged = Pick<RunData, 'tests' | 'rows'> & { sessions: readonly Pick<SessionData, 'problems' | 'end'>[] };

/** The outcome of a run in a few words. Known failures stand beside what counts. */
export function headlineOf(run: Judged): string {
  const { known = 0 } = run.tests;
  return [
    countedHeadline(run),
    ...(known > 0 ? [counted(known, 'known failure')] : []),
    ...(interruptedIn(run.sessions) > 0 ? ['interrupted'] : []),
  ].join(', ');
}

/** The outcome by which a run's headline is colored. */
export function toneOf({ tests, sessions, rows }: Judged): 'failed' | 'blocked' | 'passed' {
  if (failedIn(tests) > 0 || sessions.some(({ problems }) => problems.length > 0)) return 'failed';
  return tests.blocked > 0 || rows === 0 || interruptedIn(sessions) > 0 ? 'blocked' : 'passed';
}

/** How many sessions were interrupted, or died: tests may be missing. */
export function interruptedIn(sessions: readonly Pick<SessionData, 'end'>[]): number {
  return sessions.filter(({ end }) => end !== 'complete').length;
}

function countedHeadline({ tests: counts, sessions, rows }: Judged): string {
  const failed = failedIn(counts);
  const problems = sessions.reduce((sum, session) => sum + session.problems.length, 0);
  if (failed > 0) return `${counted(failed, 'test')} failed`;
  if (problems > 0) return `${counted(problems, 'problem')} outside of tests`;
  if (rows === 0) return 'No tests ran';
  if (counts.blocked > 0) return `${counted(counts.blocked, 'test')} did not run`;
  if (counts.passed === 0 && counts.known === undefined) return 'Every test was skipped';
  return passedHeadline(counts, interruptedIn(sessions) === 0);
}

function passedHeadline({ passed, skipped, known = 0 }: Counts, isWhole: boolean): string {
  if (skipped + known > 0 || !isWhole) return `${counted(passed, 'test')} passed`;
  return passed === 1 ? '1 test passed' : `All ${counted(passed, 'test')} passed`;
}

function failedIn({ failed, known = 0 }: Counts): number {
  return failed - known;
}
