import type { DeliveryEnd } from '../../between-threads/protocol.js';
import type { Journal } from '../../outbox/write/journal.js';
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
  link: Pick<DeliveryLink, 'failure' | 'notStarted' | 'wasRestarted'>;
  journal: Pick<Journal, 'lostResults' | 'trouble'>;
  /** The session's folder as a user would type it; undefined if everything was in memory. */
  outbox: string | undefined;
  /** Whether it is a shard without a run. */
  hasNoRun: boolean;
}

/** The summary's lines, including the state of the delivery thread and the outbox. */
export function finalSummary(session: SessionAtEnd, delivery: DeliveryEnd | undefined): string[] {
  const { notes, settings, mapping, link, journal, outbox, hasNoRun } = session;
  const { runUrl, reportOnly } = settings;
  const isInMemory = outbox === undefined;
  noteSlowPatterns(session, delivery);
  const clean = (text: string | undefined) => text && mask(plain(text), mapping);
  const notStarted = delivery === undefined ? clean(link.notStarted) : undefined;
  if (notStarted === undefined) noteThread(notes, clean(link.failure), link.wasRestarted);
  if (!isInMemory && delivery?.outbox?.removed === undefined && (delivery?.unwritten ?? 0) > 0) {
    const why = clean(journal.trouble) ?? 'the disk is full';
    notes.warn(`Writing to the outbox failed (${why}), so the rest was delivered from memory`);
  }
  const { counts, recorded, corrected, missing, problems, warnings, notices } = notes;
  return summaryLines(
    {
      ...{ counts, recorded, corrected, missing, problems, warnings, notices, delivery, runUrl, outbox, reportOnly },
      notStarted,
      lost: journal.lostResults + (isInMemory ? 0 : (delivery?.lost ?? 0)),
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

function noteThread(notes: SessionNotes, failure: string | undefined, wasRestarted: boolean): void {
  if (failure === undefined) return;
  notes.problem(
    wasRestarted ? 'The delivery thread failed and was started again' : 'The delivery thread failed',
    failure,
  );
}
