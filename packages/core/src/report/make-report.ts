import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  NothingToCompareError,
  type OpenSource,
  type ReportSource,
  type Run,
  type RunData,
  readRun,
  realFolder,
  writeReport,
  writeSingle,
} from '@testpoint/report';
import { isReportSession, type SessionFiles } from '../outbox/format/session-files.js';
import { takeOver } from '../outbox/lock/taking-over.js';
import { ownReport } from '../outbox/read/session-check.js';
import { sessionName } from '../outbox/read/sessions.js';
import { waitingIn } from '../outbox/read/waiting.js';
import { retireSession } from '../outbox/tidy/clearing.js';
import { journalSize, markReported } from '../outbox/tidy/reported.js';
import { compileRedaction, slowPatterns } from '../result/masking/redaction.js';
import type { Settings } from '../settings/settings.js';
import { VERSION } from '../version.js';
import { maskingOf } from './masking.js';
import { opening, reportInputs } from './report-inputs.js';

export interface MakeReportOptions {
  /** Outboxes, folders of single sessions, and reports. */
  inputs: readonly string[];
  /** The report's folder; undefined if only a single file is wanted. */
  directory?: string | undefined;
  /** Whether it is the report of the suites that use this outbox, for sessions that do not name theirs. */
  isOwn?: boolean | undefined;
  /** A file to contain the whole report. */
  single?: string | undefined;
  /** The suite's folder, which may contain `testpoint.known.json`. */
  root?: string | undefined;
  /** The run to compare with: an outbox, a report, or the file of a history. */
  compare?: string | undefined;
  /** File of the history. Default: that of the settings. */
  history?: string | undefined;
  /** Folder of Playwright's trace viewer, to be copied into the report's folder. */
  traceViewer?: string | undefined;
  settings: Readonly<Partial<Settings>>;
}

export interface MadeReport {
  /** The file to open: the folder's page, or the single file. */
  page: string;
  run: RunData;
  /** One sentence about each pattern of `redact` that could not search some content in time. */
  slowPatterns: string[];
  /** Folders of deleted sessions: the report contains them, and they have nothing to deliver. */
  deleted: string[];
}

/**
 * Makes a report from earlier sessions and reports. Afterwards, deletes sessions without a key if it is their
 * own, and they are over and fully readable.
 * @throws NothingToReportError for an input that is neither an outbox nor a report
 */
export async function makeReport(options: MakeReportOptions): Promise<MadeReport> {
  const { settings, history = settings.reportHistory } = options;
  const lacks: string[] = [];
  const inputs = reportInputs(
    options.inputs,
    lacks,
    options.directory === undefined ? undefined : realFolder(options.directory),
  );
  const temporary = options.directory === undefined ? mkdtempSync(join(tmpdir(), 'testpoint-report-')) : undefined;
  try {
    const redaction = compileRedaction(settings.secretKey ?? '', settings.redact ?? []);
    const sessions = inputs.flatMap((input) => ('session' in input ? [input.session] : []));
    const sizes = sessions.map(journalSize);
    const directory = resolve(options.directory ?? join(temporary ?? '', 'report'));
    const { page, run } = await writeReport({
      ...{ directory, inputs: inputs.map(opening), lacks },
      masking: maskingOf(redaction),
      tool: `testpoint ${VERSION}`,
      ...{ root: options.root, traceViewer: options.traceViewer },
      compare: options.compare === undefined ? undefined : comparedWith(options.compare),
      ...{ defaultBranch: settings.defaultBranch, gate: settings.gate, waiting: waitingIn(options.inputs).sessions },
      history: history === undefined ? undefined : resolve(history),
    });
    const single = options.single === undefined ? undefined : resolve(options.single);
    if (single !== undefined) run.incomplete.push(...writeSingle(directory, single));
    // The report contains their current state, so a flush does not owe one.
    for (const [index, session] of sessions.entries()) markReported(session, sizes[index] ?? 0);
    const own = sessions.filter((files) => {
      const report = ownReport(files);
      return report === undefined ? options.isOwn === true : realFolder(report) === realFolder(directory);
    });
    const deleted = await deleteReported(own, run, settings.keepDelivered ?? 0);
    const shown = options.directory === undefined && single !== undefined ? single : page;
    return { page: shown, run, deleted, slowPatterns: slowPatterns(redaction) };
  } finally {
    if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
  }
}

/** @throws NothingToCompareError */
function comparedWith(path: string): string | OpenSource[] {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true && !/\.html?$/i.test(path)) return resolve(path);
  try {
    return reportInputs([path], [], undefined).map(opening);
  } catch (error) {
    throw new NothingToCompareError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

async function deleteReported(sessions: readonly SessionFiles[], run: RunData, keepDays: number): Promise<string[]> {
  const deleted: string[] = [];
  for (const files of sessions) {
    const { directory } = files;
    if (!isReportSession(directory)) continue;
    const session = run.sessions.find(({ id }) => id === sessionName(directory));
    if (session === undefined || session.unreadableLines > 0) continue;
    const taken = await takeOver(directory, { patience: 0, isDryRun: false, force: false });
    if (!('maybeAlive' in taken)) continue;
    if (taken.maybeAlive !== undefined && session.end === undefined) {
      taken.lock?.release();
      continue;
    }
    try {
      retireSession(files, keepDays);
      deleted.push(directory);
    } catch {
      // The outbox can't be written, such as one that CI has mounted read-only. The report is there.
    }
  }
  return deleted;
}

export interface OpenRunOptions {
  /** Outboxes, folders of single sessions, reports, and reports in one file. */
  inputs: readonly string[];
  /** Secrets to mask in external ids. */
  secretKey?: string;
  redact?: readonly (string | RegExp)[];
}

/** A run and sentences about inputs that can't be read. Close the run after use. */
export interface OpenedRun {
  run: Run;
  lacks: string[];
}

/**
 * Reads results as a report would show them, without writing one. Deletes nothing.
 * @throws NothingToReportError for an input that is neither an outbox nor a report
 */
export async function openRun({ inputs, secretKey = '', redact = [] }: OpenRunOptions): Promise<OpenedRun> {
  const lacks: string[] = [];
  const sources: ReportSource[] = [];
  try {
    for (const input of reportInputs(inputs, lacks, undefined)) sources.push(opening(input)());
    const run = await readRun(sources, { masking: maskingOf(compileRedaction(secretKey, redact)) });
    return { run, lacks };
  } catch (error) {
    for (const source of sources) source.close();
    throw error;
  }
}
