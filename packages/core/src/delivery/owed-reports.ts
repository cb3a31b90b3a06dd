import { dirname, join } from 'node:path';
import type { DeliveryEnd, DeliverySettings, ReportTask } from '../between-threads/protocol.js';
import type { SessionEntry } from '../outbox/format/entries.js';
import { type SessionFiles, sessionFiles } from '../outbox/format/session-files.js';
import { decodeEntry } from '../outbox/read/decode-entry.js';
import { JournalLines } from '../outbox/read/journal-lines.js';
import { SequenceSet } from '../outbox/read/sequence-set.js';
import { isReported } from '../outbox/tidy/reported.js';
import { reportSession, type SessionReport } from './session-report.js';

/** A report that is made whatever the journal says, and how long that may take in milliseconds. */
export interface AskedReport {
  task: ReportTask;
  timeout: number;
}

/** The reports that suites wanted and did not come to make, as their journals say. */
export class OwedReports {
  readonly #asked: AskedReport | undefined;
  /** When the first of the sessions began: the report keeps everything from then on. */
  readonly #since: number;
  /** One at a time: they may go into one folder. */
  #last: Promise<unknown> = Promise.resolve();

  /** @param folders of all sessions */
  constructor(folders: Iterable<string>, asked: AskedReport | undefined) {
    this.#asked = asked;
    let since = Number.POSITIVE_INFINITY;
    for (const folder of folders) since = Math.min(since, firstEntry(sessionFiles(folder))?.startedAt ?? since);
    this.#since = since;
  }

  /** Undefined where no report is wanted, or there is one. */
  async make(
    files: SessionFiles,
    settings: DeliverySettings,
    end: Pick<DeliveryEnd, 'state'>,
  ): Promise<SessionReport | undefined> {
    const { task, timeout } = this.#asked ?? { task: this.#owed(files), timeout: undefined };
    if (task === undefined) return undefined;
    const made = this.#last.then(() => reportSession(task, files, settings, end, timeout));
    this.#last = made;
    return made;
  }

  #owed(files: SessionFiles): ReportTask | undefined {
    const report = firstEntry(files)?.report;
    if (report === undefined || isReported(files)) return undefined;
    return { directory: join(dirname(dirname(files.directory)), report), startedAt: this.#since };
  }
}

/** Undefined for a journal that can't be read: delivery says why. */
function firstEntry({ journal }: SessionFiles): SessionEntry | undefined {
  let lines: JournalLines | undefined;
  try {
    lines = new JournalLines(journal, new SequenceSet());
    lines.isOver();
    const first = lines.next();
    const entry = first === undefined ? undefined : decodeEntry(first);
    return entry?.kind === 'session' ? entry : undefined;
  } catch {
    return undefined;
  } finally {
    lines?.close();
  }
}
