import type { DeliveryEnd } from '../../../between-threads/protocol.js';
import { append, min } from '../../../built-ins/language.js';
import type { Settings } from '../../../settings/settings.js';
import type { Palette } from '../../palette.js';
import type { SessionNotes } from '../../session-notes.js';
import type { SessionParts } from '../../session-parts.js';
import { asArgument, describeUnmatched, runCreation } from './remedies.js';
import { addNamed, counted } from './summary-text.js';

/** A session when delivery is over. */
export interface EndedSession extends Pick<SessionParts, 'outbox'> {
  notes: Pick<SessionNotes, 'counts' | 'recorded' | 'corrected' | 'missing' | 'problems' | 'warnings' | 'notices'>;
  settings: Pick<Settings, 'runUrl' | 'reportOnly' | 'localServer'>;
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
export function addUndelivered(lines: string[], session: EndedSession, paint: Palette): void {
  const { delivery } = session;
  const left = leftOf(session);
  const needsRun = session.needsRun && left > 0;
  const reason = delivery === undefined ? whyNoEnd(session) : (delivery.state.paused ?? delivery.gaveUp);
  const isUndelivered = needsRun || left > 0 || reason !== undefined;
  if (needsRun) {
    append(
      lines,
      `  ${paint.yellow('!')} ${counted(left, 'result')} waiting in the outbox: there is no run. Create one for all shards first:`,
    );
    const commands = runCreation();
    for (let index = 0; index < commands.length; index++) append(lines, `      ${commands[index]}`);
  } else if (isUndelivered) {
    const why = reason === undefined ? '' : `: ${reason}`;
    append(lines, `  ${paint.yellow('!')} ${counted(left, 'result')} not delivered${why}`);
  }
  if (isUndelivered) append(lines, whereTheyAre(session, paint));
  addOutboxTrouble(lines, session, isUndelivered, paint);
  if (!isGone(session)) addLost(lines, session, paint);
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
  return notStarted === undefined
    ? 'the delivery thread ended early'
    : `the delivery thread could not start (${notStarted})`;
}

export function addLost(lines: string[], { lost }: EndedSession, paint: Palette): void {
  if (lost > 0)
    append(
      lines,
      `  ${paint.red('✗')} ${counted(lost, 'result')} lost: neither the disk nor the service accepted them`,
    );
}

function whereTheyAre(session: EndedSession, paint: Palette): string {
  const { outbox } = session;
  if (outbox === undefined) return '    They were only in memory, and are lost.';
  if (isGone(session)) return '    The outbox was deleted while the suite ran, so they are lost.';
  return `    Deliver with: ${paint.bold(`npx testpoint flush ${asArgument(outbox)}`)}`;
}

function addOutboxTrouble(lines: string[], { delivery }: EndedSession, isUndelivered: boolean, paint: Palette): void {
  const trouble = delivery?.outbox;
  if (trouble === undefined) return;
  const { removed, unmarked } = trouble;
  const mark = paint.yellow('!');
  if (removed === 'put back') {
    append(
      lines,
      `  ${mark} The outbox was deleted while the suite ran: undelivered results were put back, without their attachments`,
    );
  } else if (removed === 'lost' && !isUndelivered) {
    append(lines, `  ${mark} The outbox was deleted while the suite ran: attachments in it may be missing`);
  } else if (unmarked !== undefined && removed === undefined) {
    append(
      lines,
      `  ${mark} Testpoint can't write to the outbox (${unmarked}): delivered results are not marked there, so a flush sends them again`,
    );
  }
}

/** Journal lines that were damaged after they were written. A report lists them itself. */
export function addUnreadable(lines: string[], session: EndedSession, paint: Palette): void {
  const { delivery, outbox, settings } = session;
  const count = delivery?.unreadable ?? 0;
  if (count === 0 || settings.reportOnly || isGone(session)) return;
  append(
    lines,
    `  ${paint.red('✗')} ${counted(count, 'line')} of the journal can't be read: the journal was damaged after it was written`,
  );
  if (outbox === undefined) return;
  append(lines, `    The session is kept in ${outbox}. Restore it from a copy and flush it, or discard these lines:`);
  append(lines, `    ${paint.bold(`npx testpoint flush ${asArgument(outbox)} --drop-unreadable`)}`);
}

export function addRefused(lines: string[], { delivery, outbox }: EndedSession, paint: Palette): void {
  if (delivery === undefined) return;
  const { refused: count, unmatched, refusals, attachmentsRefused } = delivery.state;
  const unmatchedIds: string[] = [];
  const refusedIds: string[] = [];
  for (let index = 0; index < refusals.length; index++) {
    const { externalId, reason, unmatched: isUnmatched } = refusals[index] as (typeof refusals)[number];
    if (isUnmatched) append(unmatchedIds, externalId);
    else append(refusedIds, `${externalId}: ${reason}`);
  }
  if (unmatched > 0) {
    append(lines, `  ${paint.yellow('!')} ${counted(unmatched, 'result')} set aside: their tests are not in the run`);
    addNamed(lines, unmatchedIds, unmatched, paint);
    const configuration = describeUnmatched(delivery.state);
    if (configuration !== undefined) append(lines, `    ${configuration}`);
    const flush = outbox === undefined ? 'npx testpoint flush' : `npx testpoint flush ${asArgument(outbox)}`;
    append(lines, `    Compare with ${paint.bold('npx testpoint catalog')}; deliver later with ${paint.bold(flush)}`);
  }
  if (count > unmatched) {
    append(lines, `  ${paint.yellow('!')} ${counted(count - unmatched, 'result')} refused by the service`);
    addNamed(lines, refusedIds, count - unmatched, paint);
  }
  if (attachmentsRefused.length > 0) {
    append(lines, `  ${paint.yellow('!')} Attachments missing:`);
    addNamed(lines, attachmentsRefused, attachmentsRefused.length, paint);
  }
}
