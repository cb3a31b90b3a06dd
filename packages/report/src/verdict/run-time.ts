import type { RunData, SessionData } from '../format.js';
import { duration } from './duration.js';

interface Times extends Pick<RunData, 'startedAt' | 'endedAt' | 'testTime'> {
  sessions: readonly SessionData[];
}

/** How long a run took, milliseconds, or its tests if it is an import that knows nothing else; -1 if unknown. */
export function runTimeOf(run: Times): number {
  return isTimed(run) ? run.endedAt - run.startedAt : (run.testTime ?? -1);
}

/** The same in words. */
export function runTimeIn(run: Times): string {
  const time = duration(runTimeOf(run));
  return isTimed(run) || run.testTime === undefined ? time : `tests took ${time}`;
}

/** Whether something says when the run took place, besides the time of its import. */
function isTimed({ sessions }: Times): boolean {
  return sessions.some(({ importedFrom, ranAt }) => importedFrom === undefined || ranAt !== undefined);
}
