import { basename, dirname, isAbsolute, relative, resolve } from 'node:path';
import type { ReportTask } from '../../between-threads/protocol.js';
import { startsWith } from '../../built-ins/language.js';
import type { SessionFiles } from '../../outbox/format/session-files.js';
import type { Settings } from '../../settings/settings.js';

/**
 * The report that the settings request, if any.
 * @param startedAt start of the session, epoch milliseconds
 */
export function reportTask(settings: Settings, idRoot: string, startedAt: number): ReportTask | undefined {
  const { report, reportHistory, runUrl } = settings;
  if (typeof report !== 'string') return undefined;
  return {
    ...{ directory: resolve(idRoot, report), root: resolve(idRoot), startedAt },
    ...(reportHistory !== undefined && { history: resolve(idRoot, reportHistory) }),
    ...(runUrl !== undefined && { runUrl }),
  };
}

/**
 * The report's folder in the journal's form: relative to the folder that contains the outbox, because both may move to
 * another machine before a flush makes the report.
 */
export function reportInJournal(task: ReportTask | undefined, files: SessionFiles | undefined): string | undefined {
  if (task === undefined || files === undefined) return undefined;
  const path = relative(dirname(dirname(files.directory)), task.directory);
  return path === '' || startsWith(path, '..') || isAbsolute(path) ? basename(task.directory) : path;
}
