import { dirname } from 'node:path';
import { append, indexOf, min, slice } from '../../../built-ins/language.js';
import type { Palette } from '../../palette.js';
import type { SessionNotes } from '../../session-notes.js';
import { asArgument, describeWaiting, MUCH_WAITING, reportElsewhere } from './remedies.js';
import { addIndented, addNamed, counted, NAMED } from './summary-text.js';
import {
  addLost,
  addRefused,
  addUndelivered,
  addUnreadable,
  type EndedSession,
  sentOf,
  whyNoEnd,
} from './undelivered.js';

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
