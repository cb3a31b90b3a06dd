import type { EndEntry, RunIntent } from '../../outbox/format/entries.js';
import type { Settings } from '../../settings/settings.js';
import type { SessionHost } from '../session.js';

/** Whether the session is one shard of several. */
export function isShard({ shard }: SessionHost): boolean {
  return shard !== undefined && shard.total > 1;
}

/** The run for a session's results: the given one, or a new one; a shard creates none by itself. */
export function runIntent(settings: Settings, ofShard: boolean): RunIntent {
  const { testRunId, createRun, projectGlobalId, testPlanGlobalId, testPoints, reportOnly } = settings;
  if (reportOnly !== false) return { none: true };
  if (testRunId !== undefined) {
    return projectGlobalId === undefined ? { use: testRunId } : { use: testRunId, projectGlobalId };
  }
  if (ofShard || !createRun) return { none: true };
  if (projectGlobalId === undefined || testPlanGlobalId === undefined || testPoints === undefined)
    return { none: true };
  return { create: { projectGlobalId, testPlanGlobalId, testPoints } };
}

/** What to do with the run at the end. 'auto' ends only a run that this session created. */
export function finishOf(finish: Settings['finish'], run: RunIntent, interrupted: boolean): EndEntry['finish'] {
  if (finish === 'auto') {
    if (!('create' in run)) return 'leave';
    return interrupted ? 'stop' : 'complete';
  }
  return finish === 'complete' && interrupted ? 'stop' : finish;
}
