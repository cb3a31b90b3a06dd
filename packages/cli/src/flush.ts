import { realpathSync, statSync } from 'node:fs';
import {
  describeUnmatched,
  describeWaiting,
  type FlushedSession,
  type FlushOptions,
  type FlushReport,
  flush,
  listSessions,
  MUCH_WAITING,
  reportElsewhere,
  type Settings,
  waitingIn,
} from '@testpoint/core/cli';
import { Command, InvalidArgumentError } from 'commander';
import { CommandFailure, EXIT } from './failure.js';
import { FlushProgress } from './flush-progress.js';
import { example, exitCodes } from './help.js';
import { expanded } from './input-paths.js';
import { absolute, invocation, shortened } from './invocation.js';
import * as messages from './messages.js';
import { recordedFolders, sayFolders } from './recorded.js';
import { outboxOf, requireSettings, type SettingsOptions } from './settings.js';
import { counted, isProgressSeen, oneLine, paintError, print, printJson, say } from './terminal.js';

interface Options extends SettingsOptions, Pick<FlushOptions, 'timeout'> {
  dropUnmatched?: true;
  dropUnreadable?: true;
  force?: true;
  dryRun?: true;
  json?: true;
  run?: string;
}

/** How many external ids to list for each session. */
const NAMED = 10;

/** `testpoint flush [DIR…]`. */
export function flushCommand(): Command {
  return new Command('flush')
    .description('Deliver results that earlier runs left in an outbox.')
    .argument('[dir...]', 'outboxes, or folders of single sessions (default: the suite’s outbox, .testpoint)')
    .option('--drop-unmatched', 'discard results whose test is not in the run')
    .option('--drop-unreadable', 'discard damaged journal lines, and deliver the rest')
    .option('--force', 'treat suites that may still be running as ended, unless they answer')
    .option('--dry-run', 'only show what is waiting')
    .option('--run <id>', 'run for sessions that have none (shards)')
    .option('--timeout <seconds>', 'stop after this time', toMilliseconds)
    .option('--json', 'print the report as JSON')
    .option('--root <dir>', 'the suite’s folder, with its testpoint.config.*')
    .addHelpText(
      'after',
      `${example('testpoint flush', 'testpoint flush artifacts/shard-1/.testpoint artifacts/shard-2/.testpoint')}${exitCodes(
        { ok: 'if nothing is left', failed: 'if something is' },
      )}`,
    )
    .action(async (inputs: string[], options: Options) => {
      const directories = expanded(inputs);
      for (const directory of directories) {
        const found = statSync(absolute(directory), { throwIfNoEntry: false });
        if (found === undefined) throw new CommandFailure(messages.noFolderToFlush(directory), EXIT.usage);
        if (!found.isDirectory()) throw new CommandFailure(messages.fileToFlush(directory), EXIT.usage);
      }
      // A link on the command line is followed; one inside an outbox is not.
      const named = directories.map((path) => realpathSync(absolute(path)));
      const groups = named.length > 0 ? [{ options, folders: named }] : outboxesOf(options);
      const folders = groups.flatMap((group) => group.folders);
      const reports: FlushReport[] = [];
      for (const group of groups) {
        const settings = requireSettings(group.options, { testRunId: options.run });
        reports.push(await flushFolders(group.folders, settings, options));
      }
      const report = together(reports);
      const waiting = waitingIn(folders);
      if (options.json) printJson({ ...report, waiting });
      else {
        // What a dry run finds is the requested output.
        const show = options.dryRun ? print : say;
        show(reportLines(report, folders, options.dryRun === true).join('\n'));
        if (waiting.sessions > 0) show(waitingLine(waiting, folders));
      }
      if (!report.isClean) invocation().exitCode = EXIT.failed;
    });
}

/** The outbox of this folder, and those of folders below in which something waits, each with the settings of its folder. */
function outboxesOf(options: Options): { options: SettingsOptions; folders: string[] }[] {
  const own = outboxOf(options);
  const { below } = recordedFolders(options);
  const waiting = below.filter(({ outbox }) => listSessions(outbox).length > 0);
  sayFolders(waiting, messages.readsFolders);
  const isOwn = waiting.length === 0 || listSessions(own).length > 0;
  const others = waiting.map(({ root, outbox }) => ({ options: { root }, folders: [outbox] }));
  return [...(isOwn ? [{ options, folders: [own] }] : []), ...others];
}

function together(reports: readonly FlushReport[]): FlushReport {
  return {
    sessions: reports.flatMap(({ sessions }) => sessions),
    left: reports.reduce((sum, { left }) => sum + left, 0),
    unreadable: reports.reduce((sum, { unreadable }) => sum + unreadable, 0),
    isClean: reports.every(({ isClean }) => isClean),
    slowPatterns: [...new Set(reports.flatMap(({ slowPatterns }) => slowPatterns))],
  };
}

/** Delivers the results in the folders, and shows the progress. */
export async function flushFolders(
  folders: readonly string[],
  settings: Settings,
  {
    dropUnmatched,
    dropUnreadable,
    force,
    dryRun,
    timeout,
    impatient,
  }: Omit<FlushOptions, 'directory' | 'settings' | 'env' | 'onProgress'>,
): Promise<FlushReport> {
  const { env } = invocation();
  // The bar needs the total. Without it, every journal is read only once.
  const isBar = isProgressSeen() && !dryRun;
  const before = isBar ? await flush({ directory: folders, settings, env, dryRun: true }) : undefined;
  const progress = before && new FlushProgress(before.left);
  try {
    return await flush({
      directory: folders,
      settings,
      env,
      dropUnmatched: dropUnmatched === true,
      dropUnreadable: dropUnreadable === true,
      force: force === true,
      dryRun: dryRun === true,
      ...(timeout !== undefined && { timeout }),
      impatient: impatient === true,
      onProgress: (session) => progress?.update(session),
    });
  } finally {
    progress?.end();
  }
}

/** The outcome of a flush, and what to do about the rest. */
export function reportLines(
  { sessions, isClean, unreadable, slowPatterns }: FlushReport,
  folders: readonly string[],
  isDryRun = false,
): string[] {
  if (sessions.length === 0) return [messages.nothingToDeliver(folders.map(shortened).join(', '))];
  const lines = sessions.flatMap((session) => sessionLines(session, isDryRun));
  for (const sentence of slowPatterns) lines.push(paintError.yellow(sentence));
  const refused = sessions.reduce((sum, session) => sum + session.refused, 0);
  if (!isDryRun && sessions.some(({ outcome }) => outcome === 'maybe-running')) {
    lines.push(messages.keptWhileRunning);
  }
  if (isClean) lines.push(isDryRun ? messages.nothingLeft : paintError.green(messages.everythingDelivered));
  else if (!isDryRun && refused > 0) lines.push(messages.setAside);
  if (unreadable > 0 && !isDryRun) lines.push(messages.unreadableLines(unreadable));
  return lines;
}

/** Says how much is waiting in the folders; prominently if it is a lot. */
function waitingLine(waiting: Parameters<typeof describeWaiting>[0], folders: readonly string[]): string {
  const line = `${describeWaiting(waiting, folders.map(shortened).join(', '))}.`;
  return waiting.bytes < MUCH_WAITING ? line : paintError.red(messages.muchIsWaiting(line));
}

/** Sessions that are waiting below the folders, by their folder. */
export function waitingSessions(folders: readonly string[]): string[] {
  return folders.flatMap((folder) => listSessions(folder));
}

function sessionLines(session: FlushedSession, isDryRun: boolean): string[] {
  const { name, outcome, sent, refused, unmatched, left, unreadable, fragments, reason, runId } = session;
  const { refusals, attachmentsMissing, attachmentsRefused, report } = session;
  const counts = [
    sent > 0 && `${counted(sent, 'result')} delivered`,
    left > 0 && paintError.yellow(`${counted(left, 'result')} ${isDryRun ? 'waiting' : 'left'}`),
    unreadable > 0 &&
      paintError.yellow(
        `${counted(unreadable, 'unreadable line')}${outcome === 'delivered' && !isDryRun ? ' discarded' : ''}`,
      ),
    unmatched > 0 && paintError.yellow(messages.notInRun(unmatched)),
    refused > unmatched && paintError.yellow(`${counted(refused - unmatched, 'result')} refused`),
    attachmentsMissing > 0 && paintError.yellow(`${counted(attachmentsMissing, 'attachment')} missing`),
  ].filter((part) => part !== false);
  const where = runId === undefined ? '' : `, run ${runId}`;
  const { unmarked } = session;
  const lines = [`${name}${where}: ${counts.join(', ') || (outcome === 'delivered' ? 'nothing left' : outcome)}`];
  if (reason !== undefined) lines.push(`  ${paintError.yellow(reason)}`);
  if (unmarked !== undefined) lines.push(`  ${paintError.yellow(messages.notMarked(unmarked))}`);
  if (report !== undefined && 'page' in report) lines.push(`  Report: ${report.page}`);
  if (report !== undefined && 'failed' in report) {
    const command = reportElsewhere(shortened(session.directory));
    lines.push(`  ${paintError.yellow(messages.sessionWithoutReport(report.failed, command))}`);
  }
  if (fragments > 0) lines.push(paintError.dim(`  ${messages.linesCutShort(fragments)}`));
  for (const { externalId, reason: why, unmatched: isUnmatched } of refusals.slice(0, NAMED)) {
    lines.push(`  ${oneLine(externalId)}${isUnmatched ? '' : paintError.dim(`: ${why}`)}`);
  }
  const configuration = describeUnmatched(session);
  if (configuration !== undefined) lines.push(`  ${paintError.yellow(configuration)}`);
  addMore(refused, refusals);
  for (const missing of attachmentsRefused.slice(0, NAMED)) lines.push(paintError.dim(`  ${oneLine(missing)}`));
  addMore(attachmentsMissing, attachmentsRefused);
  return lines;

  function addMore(count: number, listed: readonly unknown[]): void {
    const more = count - Math.min(listed.length, NAMED);
    if (more > 0) lines.push(paintError.dim(`  and ${more.toLocaleString('en')} more`));
  }
}

/** Parses `--timeout`, which is in seconds. @returns milliseconds */
function toMilliseconds(text: string): number {
  const value = Number(text);
  if (!(value >= 1 && value <= 86_400)) throw new InvalidArgumentError(messages.wrongTimeout);
  return value * 1000;
}
