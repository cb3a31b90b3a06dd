import { pathToFileURL } from 'node:url';
import { type MadeReport, makeReport, type Settings } from '@testpoint/core/cli';
import { expiredSentences, pageOf, statesLine } from '@testpoint/report';
import { Command } from 'commander';
import { CommandFailure, EXIT, messageOf } from '../failure.js';
import { example } from '../help.js';
import { inputPaths, reportOf } from '../input-paths.js';
import { absolute, invocation, untilSignal } from '../invocation.js';
import { alsoRecorded, readsFolders } from '../messages.js';
import { openInBrowser } from '../open-in-browser.js';
import { atOnlyFolder, recordedFolders, sayFolders } from '../recorded.js';
import {
  historyFile,
  outboxOf,
  REPORT_FOLDER,
  reportFolder,
  reportSettings,
  type SettingsOptions,
  suiteFolder,
} from '../settings.js';
import { counted, oneLine, PROGRESS_AFTER, paintError, print, say } from '../terminal.js';
import { showWaiting } from '../waiting.js';
import * as messages from './messages.js';
import { serveReport } from './report-server.js';
import { TRACING, traceViewerFolder } from './trace-viewer.js';

interface Options extends SettingsOptions {
  out?: string;
  single?: string;
  open?: true;
  withTraceViewer?: true;
  history?: string;
  compare?: string;
}

/** Problems with the command line rather than with the report. */
const USAGE: ReadonlySet<unknown> = new Set(['NOTHING_TO_REPORT', 'NOTHING_TO_COMPARE', 'FOREIGN_FOLDER']);

/** `testpoint report [OUTBOX|REPORT…]`. */
export function reportCommand(): Command {
  return new Command('report')
    .description('Make one HTML report from outboxes and earlier reports: shards, frameworks, killed runs.')
    .argument('[input...]', 'outboxes, folders of single sessions, reports (default: the suite’s outbox, .testpoint)')
    .option('--out <dir>', `folder of the report (default: the suite’s, ${REPORT_FOLDER})`)
    .option('--single <file>', 'put the whole report into one HTML file')
    .option('--open', 'serve the report on this machine only, and open it in the browser')
    .option('--with-trace-viewer', `copy the trace viewer of the installed ${TRACING?.title} into the report’s folder`)
    .option('--compare <other>', 'add a page that compares with another run: a report, an outbox, or a history')
    .option('--history <file>', 'file that keeps the outcomes of the last 200 runs (reportHistory)')
    .option('--root <dir>', 'the suite’s folder, with its testpoint.config.*')
    .addHelpText(
      'after',
      `${example('testpoint report shard-*/testpoint-report --out report', 'testpoint report --open')}

Exit code: 0 for a complete report, 1 if something is missing, 2 on wrong usage.`,
    )
    .action(report);
}

/** `testpoint open`: `testpoint report --open` in one word. */
export function openCommand(): Command {
  return new Command('open')
    .description('Open the report of the last run in the browser, like report --open.')
    .option('--root <dir>', 'the suite’s folder, with its testpoint.config.*')
    .addHelpText('after', example('testpoint open'))
    .action((options: SettingsOptions) => report([], { ...options, open: true }));
}

async function report(given: readonly string[], all: Options): Promise<void> {
  const options = atOnlyFolder(given, all);
  const inputs = given.length === 0 ? otherInputs(options) : given;
  const settings = reportSettings(options, 'No report');
  const folder = options.out === undefined ? reportFolder(options, settings) : absolute(options.out);
  const made = await make(inputs, options, settings, folder);
  print(pathToFileURL(typeof made === 'string' ? made : made.page).href);
  if (typeof made === 'string') say(messages.nothingNew);
  else {
    sayWhatIsIn(made);
    if (made.run.incomplete.length > 0) invocation().exitCode = EXIT.failed;
  }
  if (options.open) await show(folder);
}

/** What folders below have recorded, if several have and this one has not. Otherwise, the command names them. */
function otherInputs(options: Options): string[] {
  const { here, below } = recordedFolders(options);
  sayFolders(below, here === undefined ? readsFolders : alsoRecorded);
  return here === undefined ? below.map(({ newest }) => newest) : [];
}

/** @returns the report, or the page of the last one if nothing new was recorded, and the options ask for no other form of it */
async function make(
  inputs: readonly string[],
  options: Options,
  settings: Readonly<Partial<Settings>>,
  folder: string,
): Promise<MadeReport | string> {
  const { single, out, compare, withTraceViewer } = options;
  const traceViewer = withTraceViewer ? traceViewerFolder() : undefined;
  if (withTraceViewer && traceViewer === undefined) {
    throw new CommandFailure(messages.noTraceViewer(TRACING?.title, invocation().folder), EXIT.usage);
  }
  const isFolderWanted = single === undefined || out !== undefined || options.open;
  const isDefault = inputs.length === 0;
  try {
    const making = makeReport({
      inputs: isDefault ? [outboxOf(options)] : inputPaths(inputs).map((path) => absolute(path)),
      directory: isFolderWanted ? folder : undefined,
      isOwn: isDefault && isFolderWanted && out === undefined,
      traceViewer,
      single: single && absolute(single),
      history: historyFile(options, settings),
      ...{ settings, root: suiteFolder(options), compare: compare && absolute(reportOf(compare)) },
    });
    return await showWaiting(messages.makingReport, making, undefined, PROGRESS_AFTER);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const isEmpty = isDefault && code === 'NOTHING_TO_REPORT';
    const last = reportFolder(options, settings);
    const page = isEmpty ? pageOf(last) : undefined;
    if (page !== undefined) {
      const isAsIs = [single, out, compare, withTraceViewer].every((option) => option === undefined);
      return isAsIs ? page : await make([last], options, settings, folder);
    }
    const why = messageOf(error);
    if (code === 'NOTHING_TO_COMPARE') throw new CommandFailure(messages.nothingToCompare(why), EXIT.usage, error);
    const text = isEmpty ? `${messages.noReport(why)} ${messages.runTestsFirst}` : messages.noReport(why);
    throw new CommandFailure(text, USAGE.has(code) ? EXIT.usage : EXIT.failed, error);
  }
}

function sayWhatIsIn({ run, deleted, slowPatterns }: MadeReport): void {
  say(`${counted(run.rows, 'result')} of ${counted(run.sessions.length, 'session')}: ${statesLine(run.counts)}`);
  for (const { id, end } of run.sessions) {
    if (end === undefined) say(paintError.yellow(messages.suiteWithoutEnd(id)));
  }
  for (const sentence of expiredSentences(run.known ?? [])) say(paintError.yellow(oneLine(sentence)));
  for (const sentence of [...slowPatterns, ...run.notes, ...run.incomplete]) say(paintError.yellow(sentence));
  if (run.comparison !== undefined) {
    const { startedAt, counts: differences } = run.comparison;
    const changed = Object.entries(differences).map(([kind, number]) => `${kind}: ${number}`);
    say(messages.comparedWith(new Date(startedAt).toISOString(), changed.join(', ')));
  }
  if (deleted.length > 0) say(paintError.dim(messages.deletedSessions(deleted.length)));
}

/** Runs until Ctrl+C. */
async function show(folder: string): Promise<void> {
  const address = await serveReport({ directory: folder, traceViewer: traceViewerFolder() });
  say(messages.servingReport(address));
  say(paintError.dim(messages.pressToStop));
  openInBrowser(address);
  // It is the usual end, and no failure.
  await untilSignal();
  invocation().end();
}
