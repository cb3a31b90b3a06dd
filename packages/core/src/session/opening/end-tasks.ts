import { basename, dirname, isAbsolute, relative, resolve } from 'node:path';
import type { EndTasks, ReportTask } from '../../between-threads/protocol.js';
import { env as processEnv } from '../../built-ins/at-load.js';
import { startsWith } from '../../built-ins/language.js';
import type { SessionFiles } from '../../outbox/format/session-files.js';
import type { Settings } from '../../settings/settings.js';
import { requestedRerun } from '../reruns/withheld-results.js';
import type { SessionHost } from '../session.js';

/**
 * The report and the summary that the settings request.
 * @param startedAt start of the session, epoch milliseconds
 */
export function endTasks(host: SessionHost, settings: Settings, startedAt: number): EndTasks {
  const { report, reportHistory, defaultBranch, runUrl, reportUrl, gate } = settings;
  const root = resolve(host.idRoot);
  const common = {
    root,
    ...(reportHistory !== undefined && { history: resolve(root, reportHistory) }),
    ...(defaultBranch !== undefined && { defaultBranch }),
    ...(runUrl !== undefined && { runUrl }),
    ...(gate !== undefined && { gate }),
  };
  const path = summaryPath(host, settings);
  return {
    ...(typeof report === 'string' && { report: { ...common, directory: resolve(root, report), startedAt } }),
    ...(path !== undefined && {
      summary: { ...common, path, ...(reportUrl !== undefined && { reportUrl }) },
    }),
  };
}

/** The job's page in GitHub Actions, unless something else writes there. `exec --rerun` does it after the last round. */
function summaryPath({ writesCiSummary, env = processEnv }: SessionHost, { ciSummary }: Settings): string | undefined {
  const path = env.GITHUB_STEP_SUMMARY;
  if (!path || ciSummary === false || requestedRerun() !== undefined) return undefined;
  return ciSummary === 'auto' && writesCiSummary === true ? undefined : path;
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
