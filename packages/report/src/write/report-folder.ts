import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { REPORT_FORMAT, REPORT_MARKER, type ReportMarker } from '../format.js';
import { countOf, type Members, numberOf, parsed, textOf } from '../members.js';
import * as messages from '../messages.js';
import { readPlainFile } from '../read/plain-file.js';

/** The current content of a report's place: nothing (or an empty folder), or a report. */
export interface Present {
  /** Undefined for nothing, or a report in an older format. */
  marker: ReportMarker | undefined;
  /** Why a report in an older format can't be read. */
  older?: string;
}

/** A folder without our marker, which we must not replace. */
class ForeignFolderError extends Error {
  readonly code = 'FOREIGN_FOLDER';
}

/** Name of a temporary folder next to the report, in which a report is made or waits to be deleted. */
const BESIDE = /^\.(.+)\.(new|old)-[0-9a-f]{12}$/;
/** Bytes. */
const LONGEST_MARKER = 64 * 1024;
/** After this time, the process that made such a folder is assumed to be dead; milliseconds. */
const ABANDONED = 3_600_000;

function lookAt(directory: string): Present {
  const status = lstatSync(directory, { throwIfNoEntry: false });
  if (status === undefined) return { marker: undefined };
  if (!status.isDirectory()) throw new ForeignFolderError(messages.notFolder(directory));
  const marker = readMarker(directory);
  if (marker !== undefined) return { marker };
  if (readdirSync(directory).length === 0) return { marker: undefined };
  const other = whyOther(directory);
  if (other !== undefined && formatOf(directory) < REPORT_FORMAT) return { marker: undefined, older: other };
  if (other !== undefined) throw new ForeignFolderError(messages.newerReport(other));
  throw new ForeignFolderError(messages.notReport(directory, REPORT_MARKER));
}

/** Undefined for a folder that is not our report, or that is in another format. */
export function readMarker(directory: string): ReportMarker | undefined {
  const { testpointReport, tool, createdAt, id } = markerMembers(directory);
  const time = numberOf(createdAt);
  if (testpointReport !== REPORT_FORMAT || time === undefined) return undefined;
  return { testpointReport, tool: textOf(tool), createdAt: time, id: textOf(id) };
}

/** The page of the report in a folder; undefined if it holds none that this version knows. */
export function pageOf(directory: string): string | undefined {
  const page = join(directory, 'index.html');
  return readMarker(directory) !== undefined && existsSync(page) ? page : undefined;
}

/** Why a report of another version can't be read; undefined for any other folder. One of a newer version is never replaced. */
export function whyOther(directory: string): string | undefined {
  const format = formatOf(directory);
  if (format === 0 || format === REPORT_FORMAT) return undefined;
  return messages.otherFormat(directory, format, REPORT_FORMAT);
}

/** 0 for a folder that is no report. */
function formatOf(directory: string): number {
  return countOf(markerMembers(directory).testpointReport) ?? 0;
}

/** Empty if there is no readable marker. */
function markerMembers(directory: string): Members {
  try {
    return parsed(readPlainFile(join(directory, REPORT_MARKER), LONGEST_MARKER).toString());
  } catch {
    return {};
  }
}

/** The real path of a report's folder: the target of a link is replaced, not the link. */
export function realFolder(directory: string): string {
  return existsSync(directory) ? realpathSync(directory) : resolve(directory);
}

/**
 * Looks at a report's place, and creates a folder next to it for making a new one.
 * @throws ForeignFolderError for anything except a report or an empty folder
 */
export function beginReport(directory: string): { present: Present; draft: string } {
  restoreMoved(directory);
  const present = lookAt(directory);
  mkdirSync(dirname(directory), { recursive: true });
  removeAbandoned(directory);
  return { present, draft: draftFor(directory) };
}

/** A folder next to the report; in the system's temporary folder if only the report itself can be written, such as a volume. */
function draftFor(directory: string): string {
  const draft = beside(directory, 'new');
  try {
    mkdirSync(draft);
    return draft;
  } catch (error) {
    if (!mustStay(directory, error)) throw error;
    return mkdtempSync(join(tmpdir(), 'testpoint-report-'));
  }
}

/** An error of the file system, with what to do about it. Any other error stays as it is. */
export function writeFailure(directory: string, cause: unknown): unknown {
  if (!(cause instanceof Error) || !('syscall' in cause)) return cause;
  return new Error(messages.reportNotWritten(directory, cause.message), { cause });
}

/**
 * Moves a report into place with two renames. Readers see the old report or the new one, never a mixture. Only a folder that can't be
 * moved is refilled.
 * @param seen the content of the place when the report was made
 * @returns false if something else is there now; the draft then stays where it is
 */
export function putInPlace(draft: string, directory: string, seen: Present): boolean {
  const old = beside(directory, 'old');
  let isMoved: boolean;
  try {
    isMoved = tryToRename(directory, old);
  } catch (error) {
    if (!mustStay(directory, error)) throw error;
    return refill(directory, draft, seen);
  }
  if (isMoved && readMarker(old)?.id !== seen.marker?.id) {
    // Another process was faster. Nothing in its report may be lost.
    tryToRename(old, directory);
    return false;
  }
  // A folder that has appeared in the meantime is not empty, and can't be replaced.
  const isThere = tryToRename(draft, directory);
  if (!isThere && isMoved) tryToRename(old, directory);
  if (isThere && isMoved) removeReport(old);
  return isThere;
}

/** Whether the folder exists and can't be renamed: it is a mount point, or its parent is read-only. On Windows, a file in it may be open. */
function mustStay(directory: string, error: unknown): boolean {
  if (process.platform === 'win32' || !(error instanceof Error && 'code' in error)) return false;
  return ['EBUSY', 'EACCES', 'EPERM', 'EROFS'].includes(String(error.code)) && existsSync(directory);
}

/** Replaces the content of a folder. If this process dies meanwhile, the rest counts as a report in an older format. */
function refill(directory: string, draft: string, seen: Present): boolean {
  if (readMarker(directory)?.id !== seen.marker?.id) return false;
  const isMarker = (path: string) => basename(path) === REPORT_MARKER;
  writeFileSync(join(directory, REPORT_MARKER), '{"testpointReport":1}');
  for (const name of readdirSync(directory)) {
    if (!isMarker(name)) rmSync(join(directory, name), { recursive: true, force: true });
  }
  cpSync(draft, directory, { recursive: true, filter: (path) => !isMarker(path) });
  copyFileSync(join(draft, REPORT_MARKER), join(directory, REPORT_MARKER));
  return true;
}

/**
 * Restores a report that a killed process had moved aside before moving its own into place. A report moved aside by a
 * running process is restored as well: that process finds it there, and makes its report again.
 */
export function restoreMoved(directory: string): void {
  if (existsSync(directory) || !existsSync(dirname(directory))) return;
  let latest: { path: string; createdAt: number } | undefined;
  for (const path of foldersBeside(directory, 'old')) {
    const { createdAt = -1 } = readMarker(path) ?? {};
    if (createdAt > (latest?.createdAt ?? -1)) latest = { path, createdAt };
  }
  if (latest !== undefined) tryToRename(latest.path, directory);
}

/** Deletes its marker first, so that half a report is never restored. */
function removeReport(directory: string): void {
  rmSync(join(directory, REPORT_MARKER), { force: true });
  rmSync(directory, { recursive: true, force: true });
}

/** Deletes leftovers of processes that were killed while making a report. Housekeeping: it never throws. */
function removeAbandoned(directory: string): void {
  for (const path of [...foldersBeside(directory, 'new'), ...foldersBeside(directory, 'old')]) {
    try {
      const status = lstatSync(path);
      if (status.isDirectory() && Date.now() - status.ctimeMs > ABANDONED)
        rmSync(path, { recursive: true, force: true });
    } catch {
      // Another process is deleting it.
    }
  }
}

function foldersBeside(directory: string, what: 'new' | 'old'): string[] {
  const parent = dirname(directory);
  return readdirSync(parent).flatMap((name) => {
    const [, of, state] = BESIDE.exec(name) ?? [];
    return of === basename(directory) && state === what ? [join(parent, name)] : [];
  });
}

function beside(directory: string, what: 'new' | 'old'): string {
  return join(dirname(directory), `.${basename(directory)}.${what}-${randomBytes(6).toString('hex')}`);
}

/** False if there is nothing to rename, or something is in the way. */
function tryToRename(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTEMPTY' || code === 'EEXIST') return false;
    throw error;
  }
}
