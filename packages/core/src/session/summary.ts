import { dirname } from 'node:path';
import type { Outcome } from '@testpoint/interface/constants';
import type { DeliveryEnd } from '../delivery/protocol.js';
import { describeWaiting, MUCH_WAITING, type Waiting } from '../outbox/waiting.js';

/** What the end of a run tells people. */
export interface SummaryInput {
  counts: Readonly<Record<Outcome, number>>;
  /** Undefined when the delivery thread died. */
  delivery: DeliveryEnd | undefined;
  /** Results recorded by this session. */
  recorded: number;
  /** Results that were kept neither on disk nor by the thread. */
  lost: number;
  runUrl?: string | undefined;
  problems: readonly { title: string; detail?: string | undefined }[];
  warnings: readonly string[];
  notices: readonly string[];
  /** The session's folder, as the user may type it; undefined when there is none. */
  outbox: string | undefined;
  /** What waits in the same outbox, of this session and of earlier ones; undefined where there is no outbox. */
  waiting: Waiting | undefined;
  /** A shard without a run: how to give it one. */
  needsRun: boolean;
}

type Paint = (text: string) => string;

/** How text is emphasised; every member returns its text unchanged where there are no colours. */
export interface Palette {
  bold: Paint;
  dim: Paint;
  red: Paint;
  yellow: Paint;
  green: Paint;
}

const NAMED = 10;

export function palette(colours: boolean): Palette {
  const paint = (on: number, off: number): Paint =>
    colours ? (text) => `\u001b[${on}m${text}\u001b[${off}m` : (text) => text;
  return { bold: paint(1, 22), dim: paint(2, 22), red: paint(31, 39), yellow: paint(33, 39), green: paint(32, 39) };
}

/** The lines printed at the end of a run. */
export function summaryLines(input: SummaryInput, paint: Palette): string[] {
  const lines = ['', `${paint.bold('Testpoint')}  ${headline(input)}`, `  ${countsLine(input, paint)}`];
  lines.push(...undelivered(input, paint), ...unreadable(input, paint), ...refused(input, paint));
  for (const { title, detail } of input.problems.slice(0, NAMED)) {
    lines.push(`  ${paint.red('✗')} ${title}`);
    if (detail !== undefined) lines.push(...indented(detail, paint));
  }
  if (input.problems.length > NAMED)
    lines.push(`  ${paint.red('✗')} and ${input.problems.length - NAMED} more problems`);
  for (const warning of input.warnings.slice(0, NAMED)) lines.push(`  ${paint.yellow('!')} ${warning}`);
  if (input.warnings.length > NAMED)
    lines.push(`  ${paint.yellow('!')} and ${input.warnings.length - NAMED} more warnings`);
  lines.push(...waitingLines(input, paint));
  for (const notice of input.notices) lines.push(paint.dim(`  ${notice}`));
  lines.push('');
  return lines;
}

function headline({ delivery, runUrl }: SummaryInput): string {
  const { runId, runCreated, finished } = delivery?.state ?? {};
  if (runId === undefined) return 'no run';
  const words = [`run ${runId}`];
  if (runCreated) words.push('created');
  if (finished === 'complete') words.push('completed');
  if (finished === 'stop') words.push('stopped');
  const where = runUrl === undefined ? '' : `  ${runUrl.replaceAll('{id}', runId)}`;
  return `${words.join(', ')}${where}`;
}

function countsLine({ counts, recorded, delivery, problems }: SummaryInput, paint: Palette): string {
  const parts = [
    counts.Passed > 0 && paint.green(`${counts.Passed} passed`),
    counts.Failed > 0 && paint.red(`${counts.Failed} failed`),
    counts.Blocked > 0 && paint.red(`${counts.Blocked} blocked`),
    counts.Skipped > 0 && paint.yellow(`${counts.Skipped} skipped`),
    problems.length > 0 && paint.red(counted(problems.length, 'problem')),
  ].filter((part) => part !== false);
  if (recorded === 0) return parts.length === 0 ? 'no results' : `no results: ${parts.join(', ')}`;
  const sent = (delivery?.state.sent ?? 0) + (delivery?.sentByOthers ?? 0);
  return `${counted(recorded, 'result')}: ${parts.join(', ')} · ${sent === recorded ? 'all delivered' : `${sent} delivered`}`;
}

function undelivered(input: SummaryInput, paint: Palette): string[] {
  const { delivery, lost, needsRun } = input;
  const lines: string[] = [];
  const left = delivery?.left ?? input.recorded;
  const reason =
    delivery === undefined ? 'the delivery thread ended early' : (delivery.state.paused ?? delivery.gaveUp);
  if (needsRun) {
    lines.push(
      `  ${paint.yellow('!')} ${counted(left, 'result')} wait in the outbox, since no run was given. Make one for all shards first:`,
      '      export $(npx testpoint run create --env)',
    );
  } else if (left > 0 || reason !== undefined) {
    lines.push(
      `  ${paint.yellow('!')} ${counted(left, 'result')} not delivered${reason === undefined ? '' : `: ${reason}`}`,
    );
  }
  const isUndelivered = lines.length > 0;
  if (isUndelivered) lines.push(whereTheyAre(input, paint));
  lines.push(...outboxTrouble(input, isUndelivered, paint));
  if (lost > 0) lines.push(`  ${paint.red('✗')} ${counted(lost, 'result')} could be kept nowhere, and are lost`);
  return lines;
}

function whereTheyAre({ outbox, needsRun, delivery }: SummaryInput, paint: Palette): string {
  if (outbox === undefined) return '    There was no place to keep them: they are lost with this process.';
  if (delivery?.outbox?.removed === 'lost')
    return '    The outbox was removed while the suite ran: they are lost with this process.';
  return `    Deliver with: ${paint.bold(`npx testpoint flush ${outbox}${needsRun ? ' --run ID' : ''}`)}`;
}

function outboxTrouble({ delivery }: SummaryInput, isUndelivered: boolean, paint: Palette): string[] {
  const { removed, unmarked } = delivery?.outbox ?? {};
  const mark = paint.yellow('!');
  if (removed === 'put back')
    return [`  ${mark} The outbox was removed while the suite ran: what is left was put back, without its attachments`];
  if (removed === 'lost' && !isUndelivered)
    return [`  ${mark} The outbox was removed while the suite ran: attachments that were in it may be missing`];
  if (unmarked === undefined) return [];
  return [
    `  ${mark} The outbox can't be written to (${unmarked}): what was delivered is not marked there, so a flush sends it again`,
  ];
}

/** Lines of the journal that somebody, or the disk, has damaged since they were written. */
function unreadable({ delivery, outbox }: SummaryInput, paint: Palette): string[] {
  const count = delivery?.unreadable ?? 0;
  if (count === 0) return [];
  const lines = [
    `  ${paint.red('✗')} ${counted(count, 'line')} of the journal can't be read: it was damaged after it was written`,
  ];
  if (outbox !== undefined && delivery?.outbox?.removed !== 'lost') {
    lines.push(
      `    The session is kept in ${outbox}. Restore it from a copy and flush it, or give these lines up:`,
      `    ${paint.bold(`npx testpoint flush ${outbox} --drop-unreadable`)}`,
    );
  }
  return lines;
}

function refused({ delivery, outbox }: SummaryInput, paint: Palette): string[] {
  if (delivery === undefined) return [];
  const { refused: count, unmatched, refusals, attachmentsRefused } = delivery.state;
  const lines: string[] = [];
  if (unmatched > 0) {
    lines.push(`  ${paint.yellow('!')} ${counted(unmatched, 'result')} set aside: not among the run's test points`);
    lines.push(
      ...named(
        refusals.filter((one) => one.unmatched).map((one) => one.externalId),
        unmatched,
        paint,
      ),
    );
    lines.push(
      `    Compare with ${paint.bold('npx testpoint catalog')}; deliver later with ${paint.bold(`npx testpoint flush ${outbox ?? ''}`.trim())}`,
    );
  }
  if (count > unmatched) {
    lines.push(`  ${paint.yellow('!')} ${counted(count - unmatched, 'result')} refused by the service`);
    lines.push(
      ...named(
        refusals.filter((one) => !one.unmatched).map((one) => `${one.externalId}: ${one.reason}`),
        count - unmatched,
        paint,
      ),
    );
  }
  if (attachmentsRefused.length > 0) {
    lines.push(`  ${paint.yellow('!')} Attachments missing:`);
    lines.push(...named(attachmentsRefused, attachmentsRefused.length, paint));
  }
  return lines;
}

/** What waits beside this session, or too much with it. */
function waitingLines({ waiting, outbox }: SummaryInput, paint: Palette): string[] {
  if (waiting === undefined || outbox === undefined) return [];
  // What is left of this session alone is told already.
  if (waiting.others === 0 && waiting.bytes < MUCH_WAITING) return [];
  const folder = dirname(outbox);
  const what = describeWaiting(waiting, folder);
  const flush = `npx testpoint flush ${folder}`;
  if (waiting.bytes >= MUCH_WAITING) {
    return [
      `  ${paint.red('!')} ${paint.bold(what)}: nothing is removed before it is delivered.`,
      `    Deliver with ${paint.bold(flush)}, or remove the folders of the sessions that you give up.`,
    ];
  }
  return [paint.dim(`  ${what}: ${flush}`)];
}

function named(texts: readonly string[], count: number, paint: Palette): string[] {
  const lines = texts.slice(0, NAMED).map((text) => paint.dim(`      ${firstLine(text)}`));
  if (count > lines.length) lines.push(paint.dim(`      and ${count - lines.length} more`));
  return lines;
}

function indented(text: string, paint: Palette): string[] {
  return text
    .split('\n')
    .slice(0, 8)
    .map((line) => paint.dim(`      ${line}`));
}

function firstLine(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
