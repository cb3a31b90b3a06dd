import type { DeliveryEnd } from '../../../between-threads/protocol.js';
import { mask } from '../../../result/mapping.js';
import { slowPatterns } from '../../../result/masking/redaction.js';
import { plain } from '../../../result/text/text.js';
import { terminalPalette } from '../../print.js';
import type { SessionNotes } from '../../session-notes.js';
import type { SessionParts } from '../../session-parts.js';
import { summaryLines } from './summary.js';

/** The summary's lines, including the state of the delivery thread and the outbox. */
export function finalSummary(session: SessionParts, delivery: DeliveryEnd | undefined): string[] {
  const { notes, settings, mapping, link, journal, outbox, run } = session;
  const isInMemory = outbox === undefined;
  noteSlowPatterns(session, delivery);
  const clean = (text: string | undefined) => text && mask(plain(text), mapping);
  const notStarted = delivery === undefined ? clean(link.notStarted) : undefined;
  if (notStarted === undefined) noteThread(notes, clean(link.failure), link.wasRestarted);
  if (!isInMemory && delivery?.outbox?.removed === undefined && (delivery?.unwritten ?? 0) > 0) {
    const why = clean(journal.trouble) ?? 'the disk is full';
    notes.warn(`Writing to the outbox failed (${why}), so the rest was delivered from memory`);
  }
  const { summaryTrouble } = delivery ?? {};
  if (summaryTrouble !== undefined) notes.warn(`No summary on the page of the job: ${clean(summaryTrouble)}`);
  const lost = journal.lostResults + (isInMemory ? 0 : (delivery?.lost ?? 0));
  const needsRun = 'none' in run && !settings.reportOnly;
  return summaryLines({ notes, settings, outbox, delivery, notStarted, lost, needsRun }, terminalPalette());
}

/** Each pattern once, even if it was slow in both threads. */
function noteSlowPatterns(
  { notes, mapping }: SessionParts,
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
