import type { RunState } from '../model/run-state.js';
import { duration } from '../text/format-time.js';

/** How long a run or session has been running; undefined if it is over. */
export function runningFor(startedAt: number, { source }: RunState): string | undefined {
  return source.isUnderWay?.value === true ? `running for ${duration(Date.now() - startedAt)}` : undefined;
}
