import { appendFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { noSummary } from '@testpoint/core/cli';
import {
  annotationsOf,
  LONGEST_COMMENT,
  LONGEST_SUMMARY,
  markKnown,
  pageFor,
  type Run,
  replaceFile,
  spaceIn,
} from '@testpoint/report';
import { Command } from 'commander';
import { CommandFailure, EXIT, messageOf } from '../failure.js';
import { example } from '../help.js';
import { newFailuresIn } from '../history-input.js';
import { openInput } from '../input-run.js';
import { absolute, invocation } from '../invocation.js';
import { knownFailuresOf } from '../known-failures.js';
import { atOnlyFolder } from '../recorded.js';
import { historyFile, reportSettings, type SettingsOptions } from '../settings.js';
import { writeOutputs } from '../step-outputs.js';
import { paintError, print, say, writeOut } from '../terminal.js';
import { summaryNotWritten } from './messages.js';

interface SummaryOptions extends SettingsOptions {
  out?: string;
  annotations?: true;
  history?: string;
}

/** The first line of a file: by it, a script finds its comment on a pull request and updates it. */
const MARKER = '<!-- testpoint-summary -->';

/** `testpoint summary [INPUT…]`. */
export function summaryCommand(): Command {
  return new Command('summary')
    .description('Show a run as one Markdown page, for a pull request or the summary of a job.')
    .argument('[input...]', 'outboxes, reports, reports in one file (default: the last run)')
    .option(
      '--out <file>',
      `write the page to this file, for a comment: it begins with ${MARKER}, and is cut at 65,000 characters`,
    )
    .option('--annotations', 'print annotations for GitHub Actions instead')
    .option('--history <file>', 'file with the outcomes of earlier runs (reportHistory), to name new failures')
    .option('--root <dir>', 'the suite’s folder, with its testpoint.config.*')
    .addHelpText(
      'after',
      `${example('testpoint summary --out summary.md', 'testpoint summary shard-*/testpoint-report --annotations')}

Exit code: 0 whatever the tests did, 1 if the page can't be written, 2 on wrong usage or with nothing to read.`,
    )
    .action(summary);
}

async function summary(inputs: readonly string[], given: SummaryOptions): Promise<void> {
  const options = atOnlyFolder(inputs, given);
  await withRun(inputs, options, async (run, page, { reportUrl, report }) => {
    if (options.annotations === true) {
      const root = absolute(options.root ?? '.');
      for (const line of annotationsOf(run, (file) => repositoryPath(file, root))) print(line);
    } else {
      if (options.out === undefined) writeOut(page(spaceLeft()));
      else {
        const text = page(LONGEST_COMMENT - MARKER.length - 1, (part) => part.length);
        writeWhole(options.out, `${MARKER}\n${text}`);
      }
    }
    writeOutputs(run, { report: reportUrl ?? report });
  });
}

/** The path by which GitHub finds a file. @param root the suite's folder */
function repositoryPath(file: string, root: string): string {
  const path = relative(invocation().env.GITHUB_WORKSPACE ?? root, resolve(root, file));
  return file === '' || path.startsWith('..') || isAbsolute(path) ? file : path.replaceAll('\\', '/');
}

/** Appends the summary to the page of a job, and says so if that fails. @param path GITHUB_STEP_SUMMARY */
export async function appendSummary(
  path: string,
  sessions: readonly string[],
  options: SettingsOptions,
): Promise<void> {
  if (sessions.length === 0) return;
  const file = absolute(path);
  try {
    await withRun(sessions, options, async (_run, page) => appendFileSync(file, `${page(spaceIn(file))}\n`));
  } catch (error) {
    say(paintError.yellow(noSummary(messageOf(error))));
  }
}

/** How long a page may be, as `pageFor` takes it. */
type PageSize = [maximum: number, sizeOf?: (text: string) => number];

/** What a summary is made of, besides the page. */
interface Found {
  reportUrl: string | undefined;
  /** The report, if it was the input. */
  report: string | undefined;
}

/** @param use gets the run while it is open, and a function that makes the page */
async function withRun(
  inputs: readonly string[],
  options: SettingsOptions & { history?: string },
  use: (run: Run, page: (...size: PageSize) => string, found: Found) => Promise<void>,
): Promise<void> {
  const settings = reportSettings(options, 'No summary');
  const history = historyFile(options, settings);
  const failures = knownFailuresOf(options);
  const { run, lacks, waiting, report } = await openInput(inputs, options, settings);
  try {
    const known = markKnown(run.rows, failures);
    const newFailures = history === undefined ? undefined : await newFailuresIn(history, run, settings);
    const { reportUrl, gate } = settings;
    const input = { run, known, newFailures, waiting, lacks, reportUrl, gate };
    const page = (...size: PageSize) => pageFor(input, ...size);
    await use(run, page, { reportUrl, report });
  } finally {
    run.close();
  }
}

/** How long the printed page may be, bytes. */
function spaceLeft(): number {
  const path = invocation().env.GITHUB_STEP_SUMMARY;
  return path === undefined || path === '' ? LONGEST_SUMMARY : spaceIn(absolute(path));
}

/** Replaces the file whole, or not at all. */
function writeWhole(out: string, content: string): void {
  const path = absolute(out);
  try {
    replaceFile(path, (draft) => writeFileSync(draft, content));
  } catch (error) {
    throw new CommandFailure(summaryNotWritten(path, messageOf(error)), EXIT.failed, error);
  }
  // Azure Pipelines shows the page on the tab "Extensions" of the run.
  if (invocation().env.TF_BUILD === 'True') print(`##vso[task.uploadsummary]${path}`);
  else say(paintError.dim(`Summary: ${path}`));
}
