import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  FolderSource,
  type OpenSource,
  readMarker,
  realFolder,
  restoreMoved,
  resultsMissing,
  SingleSource,
  UnreadableSourceError,
  whyOther,
} from '@testpoint/report';
import { deliveredFiles, ignoreFile, type SessionFiles, sessionFiles } from '../outbox/format/session-files.js';
import { whyNotDelivered } from '../outbox/read/session-check.js';
import { listReportable, sessionName } from '../outbox/read/sessions.js';
import { JournalSource } from './journal-source.js';
import { doesNotExist, neitherSessionsNorReport, noSession, sessionUnreadable } from './messages.js';

/** What to read: a session, or another report. */
export type ReportInput = { session: SessionFiles } | { report: string };

/** An input is neither an outbox, nor a session, nor a report. */
class NothingToReportError extends Error {
  readonly code = 'NOTHING_TO_REPORT';
}

/**
 * @param lacks gets a sentence for each unreadable session or report
 * @param target the report's folder, whose report is replaced
 * @throws UnreadableSourceError if a report can't be read, and there is nothing else, or it would be replaced
 */
export function reportInputs(paths: readonly string[], lacks: string[], target: string | undefined): ReportInput[] {
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
      else if (realFolder(path) === target) throw trouble;
      else lacks.push(resultsMissing(trouble.message));
      unreadable ??= trouble;
      continue;
    }
    if (isFile(path)) {
      const trouble = troubleIn(opening({ report: path }));
      if (trouble !== undefined)
        throw new NothingToReportError(/\.html?$/i.test(path) ? trouble.message : neither(path));
      inputs.push({ report: path });
      continue;
    }
    if (existsSync(deliveredFiles(path).journal)) {
      inputs.unshift({ session: deliveredFiles(path) });
      continue;
    }
    const sessions = listReportable(path);
    if (sessions.length === 0 && existsSync(ignoreFile(path))) empty = path;
    else if (sessions.length === 0) {
      throw new NothingToReportError(existsSync(path) ? neither(path) : doesNotExist(path));
    }
    for (const session of sessions) folders.add(session);
  }
  // A shard whose results were all delivered leaves an empty outbox beside the others.
  if (empty !== undefined && inputs.length + folders.size === 0) {
    throw new NothingToReportError(noSession(empty));
  }
  for (const folder of folders) {
    const files = sessionFiles(folder);
    const trouble = troubleOf(files);
    // The first copy of a session counts, and no report is newer than the journal that it was made from.
    if (trouble === undefined) inputs.unshift({ session: files });
    else lacks.push(sessionUnreadable(sessionName(folder), trouble));
  }
  if (inputs.length === 0 && unreadable !== undefined) throw unreadable;
  return inputs;
}

function neither(path: string): string {
  return neitherSessionsNorReport(path);
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

export function opening(input: ReportInput): OpenSource {
  if ('session' in input) return () => new JournalSource(input.session);
  return () => (isFile(input.report) ? new SingleSource(input.report) : new FolderSource(input.report));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
