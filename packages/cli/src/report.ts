import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { formatProblems, type MadeReport, makeReport, type Settings } from '@testpoint/core';
import { Command } from 'commander';
import { CommandFailure, EXIT } from './failure.js';
import { example } from './help.js';
import { openInBrowser } from './open-in-browser.js';
import { serveReport } from './report-server.js';
import { outboxOf, resolveForCommand, type SettingsOptions } from './settings.js';
import { counted, paintError, print, say } from './terminal.js';

interface Options extends SettingsOptions {
  out?: string;
  single?: string;
  open?: true;
  history?: string;
}

const FOLDER = 'testpoint-report';
/** Problems with the command line rather than with the report. */
const USAGE: ReadonlySet<unknown> = new Set(['NOTHING_TO_REPORT', 'FOREIGN_FOLDER']);

/** `testpoint report [OUTBOX|REPORT…]`. */
export function reportCommand(): Command {
  return new Command('report')
    .description('Make one HTML report from outboxes and earlier reports: shards, frameworks, killed runs.')
    .argument('[input...]', 'outboxes, folders of single sessions, reports (default: the suite’s outbox, .testpoint)')
    .option('--out <dir>', `folder of the report (default: the suite’s, ${FOLDER})`)
    .option('--single <file>', 'put the whole report into one HTML file')
    .option('--open', 'serve the report on this machine only, and open it in the browser')
    .option('--history <file>', 'file that keeps the outcomes of the last 20 runs (reportHistory)')
    .option('--root <dir>', 'the suite’s folder, with its testpoint.config.*')
    .addHelpText(
      'after',
      `${example('testpoint report shard-*/testpoint-report --out report', 'testpoint report --open')}

Exit code: 0 for a complete report, 1 if something is missing, 2 on wrong usage.`,
    )
    .action(async (inputs: string[], options: Options) => {
      const made = await make(inputs, options);
      print(pathToFileURL(made.page).href);
      sayWhatIsIn(made);
      if (made.run.incomplete.length > 0) process.exitCode = EXIT.failed;
      if (options.open) await show(made);
    });
}

async function make(inputs: readonly string[], options: Options): Promise<MadeReport> {
  const settings = settingsOf(options);
  const root = resolve(options.root ?? '.');
  const { report, reportHistory, secretKey = '', redact = [] } = settings;
  const isFolderWanted = options.single === undefined || options.out !== undefined || options.open;
  try {
    return await makeReport({
      inputs: inputs.length > 0 ? inputs : [outboxOf(options)],
      directory: isFolderWanted ? (options.out ?? resolve(root, report || FOLDER)) : undefined,
      single: options.single,
      history: options.history ?? (reportHistory === undefined ? undefined : resolve(root, reportHistory)),
      ...{ secretKey, redact },
    });
  } catch (error) {
    const isUsage = error instanceof Error && 'code' in error && USAGE.has(error.code);
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(`No report: ${why}.`, isUsage ? EXIT.usage : EXIT.failed, error);
  }
}

/** The settings that a report needs are available without a key. */
function settingsOf(options: Options): Readonly<Partial<Settings>> {
  const resolved = resolveForCommand(options, 'report');
  if (resolved.state === 'off') return {};
  // Without them, the report would show what it must mask.
  const unknown =
    resolved.state === 'on' ? [] : resolved.problems.filter(({ key }) => /^(redact|config file)/.test(key));
  if (unknown.length === 0) return resolved.settings;
  throw new CommandFailure(
    ['No report: the secrets to mask are unknown.', ...formatProblems(unknown)].join('\n'),
    EXIT.usage,
  );
}

function sayWhatIsIn({ run, deleted, slowPatterns }: MadeReport): void {
  const { passed, failed, blocked, skipped } = run.counts;
  const counts = `${passed} passed, ${failed} failed, ${blocked} blocked, ${skipped} skipped`;
  say(`${counted(run.rows, 'result')} of ${counted(run.sessions.length, 'session')}: ${counts}`);
  for (const { id, end } of run.sessions) {
    if (end === undefined) say(paintError.yellow(`Session ${id} did not end: it was killed, or is still running.`));
  }
  for (const sentence of [...slowPatterns, ...run.incomplete]) say(paintError.yellow(sentence));
  if (deleted.length > 0)
    say(
      paintError.dim(
        `Deleted ${counted(deleted.length, 'session')} that ran without a key: everything is in the report.`,
      ),
    );
}

/** Runs until Ctrl+C. */
async function show({ page }: MadeReport): Promise<void> {
  const address = await serveReport(join(page, '..'));
  say(`Serving the report at ${address}`);
  say(paintError.dim('Press Ctrl+C to stop.'));
  openInBrowser(address);
  // A signal alone would end this process without its exit handlers, which end the trace viewers.
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)));
  process.exit();
}
