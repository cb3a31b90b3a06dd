import type { DeliveryEnd } from '../../../between-threads/protocol.js';
import { append, each, min } from '../../../built-ins/language.js';
import type { Settings } from '../../../settings/settings.js';
import * as say from '../../messages.js';
import type { Palette } from '../../palette.js';
import type { NotesRead } from '../../session-notes.js';
import type { SessionParts } from '../../session-parts.js';
import { asArgument, describeUnmatched, runCreation } from './remedies.js';
import { counted, type SummaryLines } from './summary-text.js';

/** A session when delivery is over. */
export interface EndedSession extends Pick<SessionParts, 'outbox' | 'wrongSettings'> {
  notes: NotesRead;
  settings: Pick<Settings, 'runUrl' | 'reportOnly' | 'localServer' | 'deliveryProblems'>;
  /** Undefined if the delivery thread died, or never started. */
  delivery: DeliveryEnd | undefined;
  /** Why it never started. */
  notStarted?: string | undefined;
  /** Results that neither the disk nor the thread received. */
  lost: number;
  /** Whether to say how to create a run, because the session has none. */
  needsRun: boolean;
}

/** What was not delivered, why, and where it is. */
export function addUndelivered(lines: SummaryLines, session: EndedSession): void {
  const { delivery } = session;
  const left = leftOf(session);
  const needsRun = session.needsRun && left > 0;
  const reason = delivery === undefined ? whyNoEnd(session) : (delivery.state.paused ?? delivery.gaveUp);
  const isUndelivered = needsRun || left > 0 || reason !== undefined;
  const results = counted(left, 'result');
  if (needsRun) {
    lines.warning(say.waitingForRun(results));
    each(runCreation(), (command) => lines.add(`      ${command}`));
  } else if (isUndelivered) {
    lines.warning(say.notDelivered(results, reason));
  }
  each(session.wrongSettings, (line) => lines.add(lines.paint.dim(`    ${line}`)));
  if (isUndelivered) lines.add(`    ${whereTheyAre(session, lines.paint)}`);
  addOutboxTrouble(lines, session, isUndelivered);
  if (!isGone(session)) addLost(lines, session);
}

export function sentOf(delivery: DeliveryEnd | undefined): number {
  return delivery === undefined ? 0 : delivery.state.sent + delivery.sentByOthers;
}

function leftOf(session: EndedSession): number {
  const { delivery } = session;
  const { recorded, corrected } = session.notes;
  if (delivery === undefined) return recorded;
  // The thread does not know those that were deleted before it read them.
  const left = isGone(session) ? recorded + corrected - sentOf(delivery) - delivery.state.refused : delivery.left;
  // A test whose result was corrected may have two left.
  return min(left, recorded);
}

/** Whether the outbox was deleted and could not be put back: everything that was not delivered is lost. */
function isGone({ delivery }: EndedSession): boolean {
  return delivery?.outbox?.removed === 'lost';
}

export function whyNoEnd({ notStarted }: EndedSession): string {
  return notStarted === undefined ? say.threadEnded : say.threadNotStarted(notStarted);
}

export function addLost(lines: SummaryLines, { lost }: EndedSession): void {
  if (lost > 0) lines.problem(say.resultsLost(counted(lost, 'result')));
}

function whereTheyAre(session: EndedSession, paint: Palette): string {
  const { outbox, settings } = session;
  if (outbox === undefined) return say.lostFromMemory;
  if (isGone(session)) return say.lostWithOutbox;
  const flush = paint.bold(`npx testpoint flush ${asArgument(outbox)}`);
  return settings.deliveryProblems.length > 0 ? say.deliverOnceRight(flush) : say.deliverWith(flush);
}

function addOutboxTrouble(lines: SummaryLines, { delivery }: EndedSession, isUndelivered: boolean): void {
  const { removed, unmarked } = delivery?.outbox ?? {};
  if (removed === 'put back') {
    lines.warning(say.putBack);
  } else if (removed === 'lost' && !isUndelivered) {
    lines.warning(say.outboxDeleted);
  } else if (unmarked !== undefined && removed === undefined) {
    lines.warning(say.notMarked(unmarked));
  }
}

/** Journal lines that were damaged after they were written. A report lists them itself. */
export function addUnreadable(lines: SummaryLines, session: EndedSession): void {
  const { delivery, outbox, settings } = session;
  const count = delivery?.unreadable ?? 0;
  if (count === 0 || settings.reportOnly || isGone(session)) return;
  lines.problem(say.damagedLines(counted(count, 'line')));
  if (outbox === undefined) return;
  lines.add(say.restoreSession(outbox));
  lines.add(`    ${lines.paint.bold(say.dropUnreadable(asArgument(outbox)))}`);
}

export function addRefused(lines: SummaryLines, { delivery, outbox }: EndedSession): void {
  if (delivery === undefined) return;
  const { refused: count, unmatched, refusals, attachmentsMissing, attachmentsRefused } = delivery.state;
  const { bold } = lines.paint;
  const unmatchedIds: string[] = [];
  const refusedIds: string[] = [];
  each(refusals, ({ externalId, reason, unmatched: isUnmatched }) => {
    if (isUnmatched) append(unmatchedIds, externalId);
    else append(refusedIds, `${externalId}: ${reason}`);
  });
  if (unmatched > 0) {
    lines.warning(say.setAside(counted(unmatched, 'result')));
    lines.named(unmatchedIds, unmatched);
    const configuration = describeUnmatched(delivery.state);
    if (configuration !== undefined) lines.add(`    ${configuration}`);
    const flush = `npx testpoint flush${outbox === undefined ? '' : ` ${asArgument(outbox)}`}`;
    lines.add(say.compareWithCatalog(bold('npx testpoint catalog'), bold(flush)));
  }
  if (count > unmatched) {
    lines.warning(say.refusedResults(counted(count - unmatched, 'result')));
    lines.named(refusedIds, count - unmatched);
  }
  if (attachmentsMissing > 0) {
    lines.warning(say.attachmentsMissing);
    lines.named(attachmentsRefused, attachmentsMissing);
  }
}
