import { appendFileSync, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { DeliveryEnd, ReportEnd, ReportTask, SummaryTask } from '../between-threads/protocol.js';
import { type SessionFiles, sessionFiles } from '../outbox/format/session-files.js';
import { firstEntry, ownReport } from '../outbox/read/session-check.js';
import { sessionName } from '../outbox/read/sessions.js';
import { isReported, journalSize, markReported } from '../outbox/tidy/reported.js';
import { maskingOf } from '../report/masking.js';
import type { Redaction } from '../result/masking/redaction.js';
import { VERSION } from '../version.js';
import { notStored } from './messages.js';

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
  { state, left }: DeliveryEnd,
  timeout?: number,
): Promise<SessionReport> {
  try {
    if (files === undefined) throw new Error(notStored);
    const [{ writeReport }, { JournalSource }] = await Promise.all([
      import('@testpoint/report'),
      import('../report/journal-source.js'),
    ]);
    const { runId } = state;
    const size = journalSize(files);
    const { page, run } = await writeReport({
      ...{ directory, history, defaultBranch, gate, waiting: left > 0 ? 1 : 0, keepSince: startedAt },
      ...(timeout !== undefined && { timeout }),
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
function linkTo(runId: string | undefined, runUrl: string | undefined): { runId?: string; runUrl?: string } {
  if (runId === undefined) return {};
  return { runId, ...(runUrl !== undefined && { runUrl: runUrl.replaceAll('{id}', runId) }) };
}

/**
 * Adds a session that is over to the page of a CI job. Its code is loaded only now. Never throws.
 * @param end how its delivery ended
 * @returns why the page could not be written
 */
export async function summarizeSession(
  { path, root, history, defaultBranch, reportUrl, runUrl, gate }: SummaryTask,
  files: SessionFiles | undefined,
  redaction: Redaction,
  { state, left }: DeliveryEnd,
): Promise<string | undefined> {
  try {
    if (files === undefined) throw new Error(notStored);
    const [{ markKnown, newFailuresOf, pageFor, readKnownFailures, readRun, spaceIn, today }, { JournalSource }] =
      await Promise.all([import('@testpoint/report'), import('../report/journal-source.js')]);
    const run = await readRun([new JournalSource(files, root)], {
      masking: maskingOf(redaction),
      runOf: () => linkTo(state.runId, runUrl),
      pause: () => setImmediate(),
    });
    try {
      const known = markKnown(run.rows, readKnownFailures(root, today()));
      const page = pageFor(
        {
          ...{ run, reportUrl, gate, known, waiting: left > 0 ? 1 : 0 },
          newFailures:
            history !== undefined && existsSync(history) ? await newFailuresOf(history, run, defaultBranch) : undefined,
          lacks: run.incompleteness(),
        },
        spaceIn(path),
      );
      appendFileSync(path, `${page}\n`);
      return undefined;
    } finally {
      run.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Makes reports that suites requested in their journals and could not make. */
export class MissingReports {
  /** When the first session began. The report keeps everything from then on. */
  readonly #since: number;
  readonly #redaction: Redaction;
  /** One at a time, because they may go into the same folder. */
  #last: Promise<unknown> = Promise.resolve();

  /** @param folders of all sessions */
  constructor(folders: Iterable<string>, redaction: Redaction) {
    let since = Number.POSITIVE_INFINITY;
    for (const folder of folders) since = Math.min(since, firstEntry(sessionFiles(folder).journal)?.startedAt ?? since);
    this.#since = since;
    this.#redaction = redaction;
  }

  /** Undefined if no report is wanted, or it already exists. */
  async make(files: SessionFiles, end: DeliveryEnd): Promise<SessionReport | undefined> {
    const task = this.#missing(files);
    if (task === undefined) return undefined;
    const made = this.#last.then(() => reportSession(task, files, this.#redaction, end));
    this.#last = made;
    return made;
  }

  #missing(files: SessionFiles): ReportTask | undefined {
    const directory = ownReport(files);
    return directory === undefined || isReported(files) ? undefined : { directory, startedAt: this.#since };
  }
}
