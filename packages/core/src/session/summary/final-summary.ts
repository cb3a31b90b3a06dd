import type { DeliveryEnd } from '../../between-threads/protocol.js';
import { type Mapping, mask } from '../../result/mapping.js';
import { slowPatterns } from '../../result/redaction.js';
import { plain } from '../../result/text.js';
import type { Settings } from '../../settings/settings.js';
import type { DeliveryLink } from '../delivery-link.js';
import { terminalPalette } from '../print.js';
import type { SessionNotes } from '../session-notes.js';
import { summaryLines } from './summary.js';

/** The data of a session when delivery is over. */
export interface SessionAtEnd {
  notes: SessionNotes;
  settings: Settings;
  mapping: Mapping;
  link: Pick<DeliveryLink, 'failure' | 'isReplaced' | 'wasRestarted'>;
  /** Number of results that neither the journal nor the thread received. */
  lost: number;
  /** The session's folder as a user would type it; undefined if everything was in memory. */
  outbox: string | undefined;
  /** Whether it is a shard without a run. */
  hasNoRun: boolean;
}

/** The summary's lines, including the state of the delivery thread and the outbox. */
export function finalSummary(session: SessionAtEnd, delivery: DeliveryEnd | undefined): string[] {
  const { notes, settings, lost, outbox, hasNoRun } = session;
  const { runUrl, reportOnly } = settings;
  const isInMemory = outbox === undefined;
  noteThread(session);
  noteSlowPatterns(session, delivery);
  if (!isInMemory && (delivery?.unwritten ?? 0) > 0) {
    notes.warn('Writing to the outbox failed (is the disk full?), so the rest was delivered from memory');
  }
  const { counts, recorded, corrected, problems, warnings, notices } = notes;
  return summaryLines(
    {
      ...{ counts, recorded, corrected, problems, warnings, notices, delivery, runUrl, outbox, reportOnly },
      lost: lost + (isInMemory ? 0 : (delivery?.lost ?? 0)),
      needsRun: hasNoRun && !reportOnly,
    },
    terminalPalette(),
  );
}

/** Each pattern once, even if it was slow in both threads. */
function noteSlowPatterns(
  { notes, mapping }: SessionAtEnd,
  { slowPatterns: others = [] }: Partial<DeliveryEnd> = {},
): void {
  const sentences = slowPatterns(mapping.redaction);
  for (let index = 0; index < sentences.length; index++) notes.warn(sentences[index] ?? '');
  for (let index = 0; index < others.length; index++) notes.warn(others[index] ?? '');
}

function noteThread({ notes, settings, mapping, link }: SessionAtEnd): void {
  const { isReplaced, wasRestarted } = link;
  const failure = link.failure === undefined ? undefined : mask(plain(link.failure), mapping);
  if (isReplaced) {
    const done = settings.reportOnly ? 'made the report' : 'delivered the results';
    notes.notice(
      `The delivery thread could not start (${failure ?? 'it did not respond'}), so another process ${done} at the end.`,
    );
  } else if (failure !== undefined) {
    notes.problem(
      wasRestarted ? 'The delivery thread failed and was started again' : 'The delivery thread failed',
      failure,
    );
  }
}
