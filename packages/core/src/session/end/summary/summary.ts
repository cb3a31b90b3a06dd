import { dirname } from 'node:path';
import type { DeliveryEnd } from '../../../between-threads/protocol.js';
import { append, indexOf, min, slice } from '../../../built-ins/language.js';
import type { Settings } from '../../../settings/settings.js';
import type { Palette } from '../../palette.js';
import type { SessionNotes } from '../../session-notes.js';
import type { SessionParts } from '../../session-parts.js';
import {
  asArgument,
  describeUnmatched,
  describeWaiting,
  MUCH_WAITING,
  reportElsewhere,
  runCreation,
} from './remedies.js';
import { addIndented, addNamed, counted, NAMED } from './summary-text.js';

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

const RUN_MARK = '{id}';

/**
 * The lines printed at the end of a run. In Mocha, tests run in this process and may have stubbed methods of arrays and
 * strings, so this uses only loops and captured functions.
 */
export function summaryLines(session: EndedSession, paint: Palette): string[] {
  const { problems, warnings, notices } = session.notes;
  const lines = ['', `${paint.bold('Testpoint')}  ${headline(session)}`, `  ${countsLine(session, paint)}`];
  if (session.settings.reportOnly) addLost(lines, session, paint);
  else addUndelivered(lines, session, paint);
  addReport(lines, session, paint);
  addUnreadable(lines, session, paint);
  addRefused(lines, session, paint);
  addProblems(lines, problems, paint);
  addWarnings(lines, warnings, paint);
  addWaiting(lines, session, paint);
  for (let index = 0; index < notices.length; index++) append(lines, paint.dim(`  ${notices[index]}`));
  addLocalPage(lines, session, paint);
  append(lines, '');
  return lines;
}

function headline({ delivery, settings: { runUrl, reportOnly, localServer } }: EndedSession): string {
  if (reportOnly) return 'report only: no secret key';
  if (delivery?.state.runId === undefined) return 'no run';
  const { runId, runCreated, finished } = delivery.state;
  let words = `run ${runId}`;
  if (runCreated) words += ', created';
  if (finished === 'complete') words += ', completed';
  if (finished === 'stop') words += ', stopped';
  return runUrl === undefined || localServer !== undefined ? words : `${words}  ${withRun(runUrl, runId)}`;
}

/** The page of the run at `testpoint serve`. */
function addLocalPage(lines: string[], { delivery, settings }: EndedSession, paint: Palette): void {
  const { localServer, runUrl } = settings;
  const runId = delivery?.state.runId;
  if (localServer === undefined || runUrl === undefined || runId === undefined) return;
  append(lines, `  Results: ${paint.bold(withRun(runUrl, runId))}`);
}

function withRun(url: string, runId: string): string {
  let text = '';
  let from = 0;
  for (let at = indexOf(url, RUN_MARK); at >= 0; at = indexOf(url, RUN_MARK, from)) {
    text += slice(url, from, at) + runId;
    from = at + RUN_MARK.length;
  }
  return text + slice(url, from);
}

function countsLine(session: EndedSession, paint: Palette): string {
  const { delivery, settings } = session;
  const { counts, recorded, corrected, missing, problems } = session.notes;
  let parts = '';
  const add = (count: number, text: string, color: Palette['red']) => {
    if (count > 0) parts += `${parts === '' ? '' : ', '}${color(text)}`;
  };
  add(counts.Passed, `${counts.Passed} passed`, paint.green);
  add(counts.Failed, `${counts.Failed} failed`, paint.red);
  add(counts.Blocked, `${counts.Blocked} blocked`, paint.red);
  add(counts.Skipped, `${counts.Skipped} skipped`, paint.yellow);
  add(missing, `${counted(missing, 'attachment')} missing`, paint.yellow);
  add(problems.length, counted(problems.length, 'problem'), paint.red);
  if (recorded === 0) return parts === '' ? 'no results' : `no results: ${parts}`;
  if (settings.reportOnly) return `${counted(recorded, 'result')}: ${parts}`;
  const sent = sentOf(delivery);
  const isAll = sent === recorded + corrected;
  const delivered = isAll ? 'all' : `${min(sent, recorded)}`;
  return `${counted(recorded, 'result')}: ${parts} · ${delivered} delivered`;
}

function addUndelivered(lines: string[], session: EndedSession, paint: Palette): void {
  const { delivery, needsRun } = session;
  const left = leftOf(session);
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

function sentOf(delivery: DeliveryEnd | undefined): number {
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

function whyNoEnd({ notStarted }: EndedSession): string {
  return notStarted === undefined
    ? 'the delivery thread ended early'
    : `the delivery thread could not start (${notStarted})`;
}

function addLost(lines: string[], { lost }: EndedSession, paint: Palette): void {
  if (lost > 0)
    append(
      lines,
      `  ${paint.red('✗')} ${counted(lost, 'result')} lost: neither the disk nor the service accepted them`,
    );
}

/** The location of the report and what it lacks, or why it was not written. */
function addReport(lines: string[], session: EndedSession, paint: Palette): void {
  const { delivery, outbox, settings } = session;
  const died = settings.reportOnly && delivery === undefined ? { failed: whyNoEnd(session) } : undefined;
  const report = delivery?.report ?? died;
  if (report === undefined) return;
  if ('page' in report) {
    append(lines, `  Report: ${paint.bold(report.page)}`);
    addNamed(lines, report.incomplete, report.incomplete.length, paint);
    return;
  }
  append(lines, `  ${paint.yellow('!')} No report: ${report.failed}`);
  if (outbox !== undefined) append(lines, `    Make it with: ${paint.bold(reportElsewhere(outbox))}`);
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
function addUnreadable(lines: string[], session: EndedSession, paint: Palette): void {
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

function addRefused(lines: string[], { delivery, outbox }: EndedSession, paint: Palette): void {
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

function addProblems(lines: string[], problems: SessionNotes['problems'], paint: Palette): void {
  const { length } = problems;
  for (let index = 0; index < length && index < NAMED; index++) {
    const { title, detail } = problems[index] as SessionNotes['problems'][number];
    append(lines, `  ${paint.red('✗')} ${title}`);
    if (detail !== undefined) addIndented(lines, detail, paint);
  }
  if (length > NAMED) append(lines, `  ${paint.red('✗')} and ${length - NAMED} more problems`);
}

function addWarnings(lines: string[], warnings: readonly string[], paint: Palette): void {
  const { length } = warnings;
  for (let index = 0; index < length && index < NAMED; index++) {
    append(lines, `  ${paint.yellow('!')} ${warnings[index]}`);
  }
  if (length > NAMED) append(lines, `  ${paint.yellow('!')} and ${length - NAMED} more warnings`);
}

/** Other waiting sessions, or too much waiting in total. */
function addWaiting(lines: string[], { delivery, outbox }: EndedSession, paint: Palette): void {
  const waiting = delivery?.waiting;
  if (waiting === undefined || outbox === undefined) return;
  // The lines above already say what is left of this session.
  if (waiting.others === 0 && waiting.bytes < MUCH_WAITING) return;
  const folder = dirname(outbox);
  const what = describeWaiting(waiting, folder);
  const flush = `npx testpoint flush ${asArgument(folder)}`;
  if (waiting.bytes < MUCH_WAITING) {
    append(lines, paint.dim(`  ${what}: ${flush}`));
    return;
  }
  append(lines, `  ${paint.red('!')} ${paint.bold(what)}: undelivered results are never deleted.`);
  append(lines, `    Deliver with ${paint.bold(flush)}, or delete the folders of sessions that you no longer need.`);
}
