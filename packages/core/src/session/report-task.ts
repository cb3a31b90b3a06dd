import { resolve } from 'node:path';
import type { ReportTask } from '../between-threads/protocol.js';
import type { Settings } from '../settings/settings.js';

/**
 * The report that the settings ask for, if they do.
 * @param startedAt when the session began, epoch milliseconds
 */
export function reportTask(settings: Settings, idRoot: string, startedAt: number): ReportTask | undefined {
  const { report, reportHistory, runUrl } = settings;
  if (typeof report !== 'string') return undefined;
  return {
    ...{ directory: resolve(idRoot, report), startedAt },
    ...(reportHistory !== undefined && { history: resolve(idRoot, reportHistory) }),
    ...(runUrl !== undefined && { runUrl }),
  };
}
