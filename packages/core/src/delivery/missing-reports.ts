import { dirname, join } from 'node:path';
import type { DeliveryEnd, ReportTask } from '../between-threads/protocol.js';
import { type SessionFiles, sessionFiles } from '../outbox/format/session-files.js';
import { firstEntry } from '../outbox/read/session-check.js';
import { isReported } from '../outbox/tidy/reported.js';
import type { Redaction } from '../result/masking/redaction.js';
import { reportSession, type SessionReport } from './session-report.js';

/** Makes reports that suites requested in their journals and could not make. */
export class MissingReports {
  /** When the first session began. The report keeps everything from then on. */
  readonly #since: number;
  /** One at a time, because they may go into the same folder. */
  #last: Promise<unknown> = Promise.resolve();

  /** @param folders of all sessions */
  constructor(folders: Iterable<string>) {
    let since = Number.POSITIVE_INFINITY;
    for (const folder of folders) since = Math.min(since, firstEntry(sessionFiles(folder).journal)?.startedAt ?? since);
    this.#since = since;
  }

  /** Undefined if no report is wanted, or it already exists. */
  async make(
    files: SessionFiles,
    redaction: Redaction,
    end: Pick<DeliveryEnd, 'state' | 'left'>,
  ): Promise<SessionReport | undefined> {
    const task = this.#missing(files);
    if (task === undefined) return undefined;
    const made = this.#last.then(() => reportSession(task, files, redaction, end));
    this.#last = made;
    return made;
  }

  #missing(files: SessionFiles): ReportTask | undefined {
    const report = firstEntry(files.journal)?.report;
    if (report === undefined || isReported(files)) return undefined;
    return { directory: join(dirname(dirname(files.directory)), report), startedAt: this.#since };
  }
}
