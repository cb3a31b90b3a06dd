import { dirname } from 'node:path';
import type { DeliveryEnd } from '../../../between-threads/protocol.js';
import { each, min, replaceAll } from '../../../built-ins/language.js';
import { diskFull } from '../../../outbox/messages.js';
import { mask } from '../../../result/mapping.js';
import { slowPatterns } from '../../../result/masking/redaction.js';
import { plain } from '../../../result/text/text.js';
import * as say from '../../messages.js';
import type { Palette } from '../../palette.js';
import { terminalPalette } from '../../print.js';
import type { SessionParts } from '../../session-parts.js';
import { asArgument, describeWaiting, MUCH_WAITING, reportElsewhere } from './remedies.js';
import { counted, NAMED, SummaryLines } from './summary-text.js';
import {
  addLost,
  addRefused,
  addUndelivered,
  addUnreadable,
  type EndedSession,
  sentOf,
  whyNoEnd,
} from './undelivered.js';

/** The lines printed at the end of a run. Notes what only the journal, the thread and the outbox know. */
export function finalSummary(session: SessionParts, delivery: DeliveryEnd | undefined): string[] {
  const { notes, settings, mapping, link, journal, outbox, run, wrongSettings } = session;
  const isInMemory = outbox === undefined;
  const warn = (text: string) => notes.warn(text);
  each(slowPatterns(mapping.redaction), warn);
  each(delivery?.slowPatterns ?? [], warn);
  const clean = (text: string | undefined) => text && mask(plain(text), mapping);
  const notStarted = delivery === undefined ? clean(link.notStarted) : undefined;
  if (notStarted === undefined && link.failure !== undefined) {
    notes.problem(link.wasRestarted ? say.threadRestarted : say.threadFailed, clean(link.failure));
  }
  if (!isInMemory && delivery?.outbox?.removed === undefined && (delivery?.unwritten ?? 0) > 0) {
    notes.warn(say.writingFailed(clean(journal.trouble) ?? diskFull));
  }
  const { summaryTrouble } = delivery ?? {};
  if (summaryTrouble !== undefined) notes.warn(say.noSummary(clean(summaryTrouble)));
  const lost = journal.lostResults + link.lostResults + (isInMemory ? 0 : (delivery?.lost ?? 0));
  const needsRun = 'none' in run && !settings.reportOnly && settings.deliveryProblems.length === 0;
  return summaryLines(
    { notes, settings, outbox, wrongSettings, delivery, notStarted, lost, needsRun },
    terminalPalette,
  );
}

/** @internal For tests, which need no session. */
export function summaryLines(session: EndedSession, paint: Palette): string[] {
  const lines = new SummaryLines(paint);
  lines.add('');
  lines.add(`${paint.bold('Testpoint')}  ${headline(session)}`);
  lines.add(`  ${countsLine(session, paint)}`);
  if (session.settings.reportOnly) addLost(lines, session);
  else addUndelivered(lines, session);
  addReport(lines, session);
  addUnreadable(lines, session);
  addRefused(lines, session);
  addProblems(lines, session);
  addWaiting(lines, session);
  each(session.notes.notices, (notice) => lines.add(paint.dim(`  ${notice}`)));
  addLocalPage(lines, session);
  lines.add('');
  return lines.all;
}

function headline({ delivery, settings: { runUrl, reportOnly, localServer } }: EndedSession): string {
  if (reportOnly !== false) return say.reportOnly(reportOnly);
  if (delivery?.state.runId === undefined) return 'no run';
  const { runId, runCreated, finished } = delivery.state;
  let words = `run ${runId}`;
  if (runCreated) words += ', created';
  if (finished === 'complete') words += ', completed';
  if (finished === 'stop') words += ', stopped';
  return runUrl === undefined || localServer !== undefined ? words : `${words}  ${withRun(runUrl, runId)}`;
}

/** The page of the run at `testpoint serve`. */
function addLocalPage(lines: SummaryLines, { delivery, settings }: EndedSession): void {
  const { localServer, runUrl } = settings;
  const runId = delivery?.state.runId;
  if (localServer === undefined || runUrl === undefined || runId === undefined) return;
  lines.add(`  Results: ${lines.paint.bold(withRun(runUrl, runId))}`);
}

function withRun(url: string, runId: string): string {
  return replaceAll(url, '{id}', () => runId);
}

function countsLine(session: EndedSession, paint: Palette): string {
  const { delivery, settings } = session;
  const { counts, flaky, recorded, corrected, missing, problems } = session.notes;
  let parts = '';
  const add = (count: number, text: string, color: Palette['red']) => {
    if (count > 0) parts += `${parts === '' ? '' : ', '}${color(text)}`;
  };
  const passed = counts.Passed - flaky;
  add(passed, `${passed} passed`, paint.green);
  add(counts.Failed, `${counts.Failed} failed`, paint.red);
  add(flaky, `${flaky} flaky`, paint.yellow);
  add(counts.Blocked, `${counts.Blocked} did not run`, paint.red);
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
function addReport(lines: SummaryLines, session: EndedSession): void {
  const { delivery, outbox, settings } = session;
  const died = settings.reportOnly && delivery === undefined ? { failed: whyNoEnd(session) } : undefined;
  const report = delivery?.report ?? died;
  if (report === undefined) return;
  if ('page' in report) {
    lines.add(`  Report: ${lines.paint.bold(report.page)}`);
    lines.named(report.incomplete);
    return;
  }
  lines.warning(say.noReport(report.failed));
  if (outbox !== undefined) lines.add(say.makeReportWith(lines.paint.bold(reportElsewhere(outbox))));
}

function addProblems(lines: SummaryLines, { notes: { problems, warnings } }: EndedSession): void {
  each(problems, ({ title, detail }, index) => {
    if (index === NAMED) lines.problem(`and ${problems.length - NAMED} more problems`);
    if (index >= NAMED) return;
    lines.problem(title);
    if (detail !== undefined) lines.indented(detail);
  });
  each(warnings, (warning, index) => {
    if (index < NAMED) lines.warning(warning);
    else if (index === NAMED) lines.warning(`and ${warnings.length - NAMED} more warnings`);
  });
}

/** Other waiting sessions, or too much waiting in total. */
function addWaiting(lines: SummaryLines, { delivery, outbox }: EndedSession): void {
  const waiting = delivery?.waiting;
  if (waiting === undefined || outbox === undefined) return;
  // The lines above already say what is left of this session.
  if (waiting.others === 0 && waiting.bytes < MUCH_WAITING) return;
  const { dim, red, bold } = lines.paint;
  const folder = dirname(outbox);
  const what = describeWaiting(waiting, folder);
  const flush = `npx testpoint flush ${asArgument(folder)}`;
  if (waiting.bytes < MUCH_WAITING) {
    lines.add(dim(`  ${what}: ${flush}`));
    return;
  }
  lines.add(say.muchWaiting(`${red('!')} ${bold(what)}`));
  lines.add(say.deliverOrDelete(bold(flush)));
}
