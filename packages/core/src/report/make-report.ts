import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  FolderSource,
  type OpenSource,
  placeOf,
  type RunData,
  readMarker,
  restoreMoved,
  UnreadableSourceError,
  whyOther,
  writeReport,
  writeSingle,
} from '@testpoint/report';
import { ignoreFile } from '../outbox/format/outbox-files.js';
import type { SessionFiles } from '../outbox/format/session-files.js';
import { isReportSession, sessionFiles } from '../outbox/format/session-files.js';
import { takeOver } from '../outbox/lock/taking-over.js';
import { whyNotDelivered } from '../outbox/read/session-check.js';
import { listReportable, sessionName } from '../outbox/read/sessions.js';
import { removeSession } from '../outbox/tidy/clearing.js';
import { journalSize, markReported } from '../outbox/tidy/reported.js';
import { compileRedaction, slowPatterns } from '../result/redaction.js';
import { VERSION } from '../version.js';
import { JournalSource } from './journal-source.js';
import { maskingOf } from './masking.js';

export interface MakeReportOptions {
  /** Outboxes, folders of single sessions, and reports. */
  inputs: readonly string[];
  /** The report's folder; undefined if only a single file is wanted. */
  directory?: string | undefined;
  /** A file to contain the whole report. */
  single?: string | undefined;
  /** File of the history. */
  history?: string | undefined;
  /** Secrets to mask in text attachments and in source. */
  secretKey: string;
  redact: readonly (string | RegExp)[];
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

/** What to read: a session, or another report. */
type ReportInput = { session: SessionFiles } | { report: string };

/** An input is neither an outbox, nor a session, nor a report. */
class NothingToReportError extends Error {
  readonly code = 'NOTHING_TO_REPORT';
}

/**
 * Makes a report from earlier sessions and reports. Afterwards, deletes sessions without a key if they are over and fully
 * readable.
 * @throws NothingToReportError for an input that is neither an outbox nor a report
 */
export async function makeReport(options: MakeReportOptions): Promise<MadeReport> {
  const lacks: string[] = [];
  const inputs = inputsOf(
    options.inputs,
    lacks,
    options.directory === undefined ? undefined : placeOf(options.directory),
  );
  const temporary = options.directory === undefined ? mkdtempSync(join(tmpdir(), 'testpoint-report-')) : undefined;
  try {
    const redaction = compileRedaction(options.secretKey, options.redact);
    const marks = inputs.map((input) => marking(input));
    const directory = resolve(options.directory ?? join(temporary ?? '', 'report'));
    const { page, run } = await writeReport({
      ...{ directory, inputs: inputs.map(opening), lacks },
      masking: maskingOf(redaction),
      tool: `testpoint ${VERSION}`,
      history: options.history === undefined ? undefined : resolve(options.history),
    });
    const single = options.single === undefined ? undefined : resolve(options.single);
    if (single !== undefined) run.incomplete.push(...writeSingle(directory, single));
    for (const mark of marks) mark();
    const deleted = await deleteReported(inputs, run);
    const shown = options.directory === undefined && single !== undefined ? single : page;
    return { page: shown, run, deleted, slowPatterns: slowPatterns(redaction) };
  } finally {
    if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * @param lacks gets a sentence for each unreadable session or report
 * @param target the report's folder, whose report is replaced
 * @throws UnreadableSourceError if a report can't be read, and there is nothing else, or it would be replaced
 */
function inputsOf(paths: readonly string[], lacks: string[], target: string | undefined): ReportInput[] {
  let unreadable: UnreadableSourceError | undefined;
  const folders = new Set<string>();
  const inputs: ReportInput[] = [];
  let empty: string | undefined;
  for (const path of new Set(paths.map((one) => resolve(one)))) {
    restoreMoved(path);
    const other = whyOther(path);
    if (other !== undefined || readMarker(path) !== undefined) {
      const trouble = other === undefined ? troubleIn(opening({ report: path })) : new UnreadableSourceError(other);
      if (trouble === undefined) inputs.push({ report: path });
      else if (placeOf(path) === target) throw trouble;
      else lacks.push(`Results are missing: ${trouble.message}.`);
      unreadable ??= trouble;
      continue;
    }
    const sessions = listReportable(path);
    if (sessions.length === 0 && existsSync(ignoreFile(path))) empty = path;
    else if (sessions.length === 0) {
      const what = existsSync(path) ? 'contains neither sessions nor a Testpoint report' : 'does not exist';
      throw new NothingToReportError(`${path} ${what}`);
    }
    for (const session of sessions) folders.add(session);
  }
  // A shard whose results were all delivered leaves an empty outbox beside the others.
  if (empty !== undefined && inputs.length + folders.size === 0) {
    throw new NothingToReportError(`${empty} contains no session`);
  }
  for (const folder of folders) {
    const files = sessionFiles(folder);
    const trouble = troubleOf(files);
    if (trouble === undefined) inputs.push({ session: files });
    else lacks.push(`Session ${sessionName(folder)} can't be read: ${trouble}.`);
  }
  if (inputs.length === 0 && unreadable !== undefined) throw unreadable;
  return inputs;
}

function troubleOf(files: SessionFiles): string | undefined {
  return whyNotDelivered(files) ?? troubleIn(opening({ session: files }))?.message;
}

/** Why a source can't be opened. */
function troubleIn(open: OpenSource): UnreadableSourceError | undefined {
  try {
    open().close();
    return undefined;
  } catch (error) {
    if (error instanceof UnreadableSourceError) return error;
    throw error;
  }
}

function opening(input: ReportInput): OpenSource {
  return () => ('session' in input ? new JournalSource(input.session) : new FolderSource(input.report));
}

/** Records in a session's folder that a report contains its current state, so that a flush does not owe a report. */
function marking(input: ReportInput): () => void {
  if ('report' in input) return () => {};
  const size = journalSize(input.session);
  return () => markReported(input.session, size);
}

async function deleteReported(inputs: readonly ReportInput[], run: RunData): Promise<string[]> {
  const deleted: string[] = [];
  for (const input of inputs) {
    if (!('session' in input) || !isReportSession(input.session.directory)) continue;
    const { directory } = input.session;
    const session = run.sessions.find(({ id }) => id === sessionName(directory));
    if (session === undefined || session.unreadableLines > 0) continue;
    const taken = await takeOver(directory, { patience: 0, isDryRun: false, force: false });
    if (!('maybeAlive' in taken)) continue;
    if (taken.maybeAlive !== undefined && session.end === undefined) {
      taken.lock?.withdraw();
      continue;
    }
    taken.lock?.end();
    removeSession(directory);
    deleted.push(directory);
  }
  return deleted;
}
