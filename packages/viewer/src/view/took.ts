import type { RunState } from '../model/run-state.js';
import { duration } from '../text/format-time.js';

/** How long a run or session took, or has been running. @param endedAt undefined if unknown */
export function took(startedAt: number, endedAt: number | undefined, { source }: RunState): string {
  if (source.isUnderWay?.value === true) return `running for ${duration(Date.now() - startedAt)}`;
  return duration(endedAt === undefined ? undefined : endedAt - startedAt);
}
