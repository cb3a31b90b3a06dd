import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DeliveryEnd, ReportEnd, ReportTask } from '../between-threads/protocol.js';
import type { SessionFiles } from '../outbox/format/session-files.js';
import { sessionName } from '../outbox/read/sessions.js';
import { journalSize, markReported } from '../outbox/tidy/reported.js';
import type { Redaction } from '../result/masking/redaction.js';
import { VERSION } from '../version.js';

/** The report, and how many lines of the journal it could not read. */
export type SessionReport = ReportEnd & { unreadable: number };

/**
 * Makes the report of a session that is over. Its code is loaded only now. Never throws.
 * @param end how its delivery ended
 * @param timeout milliseconds. Default: no limit
 */
export async function reportSession(
  { directory, history, defaultBranch, gate, root, startedAt, runUrl }: ReportTask,
  files: SessionFiles | undefined,
  redaction: Redaction,
  { state, left }: Pick<DeliveryEnd, 'state' | 'left'>,
  timeout?: number,
): Promise<SessionReport> {
  try {
    if (files === undefined) throw new Error('the results could not be stored');
    const [{ writeReport }, { JournalSource }, { maskingOf }] = await Promise.all([
      import('@testpoint/report'),
      import('../report/journal-source.js'),
      import('../report/masking.js'),
    ]);
    const { runId } = state;
    const size = journalSize(files);
    const { page, run } = await writeReport({
      ...{
        directory,
        history,
        defaultBranch,
        gate,
        waiting: left > 0 ? 1 : 0,
        keepSince: startedAt,
        ...(timeout !== undefined && { timeout }),
      },
      inputs: [() => new JournalSource(files, root)],
      root: root ?? dirname(dirname(files.directory)),
      masking: maskingOf(redaction),
      tool: `testpoint ${VERSION}`,
      runOf: (id) => (id === sessionName(files.directory) ? linkTo(runId, runUrl) : {}),
    });
    markReported(files, size);
    const own = run.sessions.find(({ id }) => id === sessionName(files.directory));
    return { page: pathToFileURL(page).href, incomplete: run.incomplete, unreadable: own?.unreadableLines ?? 0 };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error), unreadable: 0 };
  }
}

/** A run in the service, which is not in its session's journal. @param runUrl with `{id}` in place of the run's id */
export function linkTo(runId: string | undefined, runUrl: string | undefined): { runId?: string; runUrl?: string } {
  if (runId === undefined) return {};
  return { runId, ...(runUrl !== undefined && { runUrl: runUrl.replaceAll('{id}', runId) }) };
}
