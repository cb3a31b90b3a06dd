import type { EndEntry, RunIntent } from '../outbox/format/entries.js';
import type { Settings } from '../settings/settings.js';
import type { SessionHost } from './session.js';

/** Whether the session sees one shard of several. */
export function isShard({ shard }: SessionHost): boolean {
  return shard !== undefined && shard.total > 1;
}

/** The run that a session's results go into: the one that was given, or a new one; a shard makes none by itself. */
export function runIntent(settings: Settings, ofShard: boolean): RunIntent {
  const { testRunId, createRun, projectGlobalId, testPlanGlobalId, testPoints, reportOnly } = settings;
  if (reportOnly) return { none: true };
  if (testRunId !== undefined) {
    return projectGlobalId === undefined ? { use: testRunId } : { use: testRunId, projectGlobalId };
  }
  if (ofShard || !createRun) return { none: true };
  if (projectGlobalId === undefined || testPlanGlobalId === undefined || testPoints === undefined)
    return { none: true };
  return { create: { projectGlobalId, testPlanGlobalId, testPoints } };
}

/** What to do with the run at the end. Auto ends only a run that this session created. */
export function finishOf(finish: Settings['finish'], run: RunIntent, interrupted: boolean): EndEntry['finish'] {
  if (finish === 'auto') {
    if (!('create' in run)) return 'leave';
    return interrupted ? 'stop' : 'complete';
  }
  return finish === 'complete' && interrupted ? 'stop' : finish;
}
