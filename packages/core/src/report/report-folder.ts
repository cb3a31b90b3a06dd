import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { REPORT_FORMAT, REPORT_MARKER, type ReportMarker } from './format.js';
import { membersOf, numberOf, textOf } from './members.js';

/** What stands where a report is to go: nothing (or an empty folder), or a report, with what its marker says. */
export type Present = { marker: undefined } | { marker: ReportMarker };

/** A folder without our marker, which is not ours to replace. */
class ForeignFolderError extends Error {
  readonly code = 'FOREIGN_FOLDER';
}

/** Name of a folder that a report is made in, or that one waits in to be removed: beside the report, to be renamed. */
const BESIDE = /^\.(.+)\.(new|old)-[0-9a-f]{12}$/;
/** What such a folder's process may still be at work on; milliseconds. */
const ABANDONED = 3_600_000;

/** @throws ForeignFolderError for anything that is no report, and no empty folder */
export function lookAt(directory: string): Present {
  const status = lstatSync(directory, { throwIfNoEntry: false });
  if (status === undefined) return { marker: undefined };
  if (!status.isDirectory()) throw new ForeignFolderError(`${directory} is not a folder`);
  const marker = readMarker(directory);
  if (marker !== undefined) return { marker };
  if (readdirSync(directory).length === 0) return { marker: undefined };
  throw new ForeignFolderError(
    `${directory} is not a Testpoint report (it has no ${REPORT_MARKER}), so it stays as it is: name another folder, or delete this one`,
  );
}

/** Undefined for a folder that is no report of ours, or one of a newer version. */
export function readMarker(directory: string): ReportMarker | undefined {
  try {
    const marker = membersOf(JSON.parse(readFileSync(join(directory, REPORT_MARKER), 'utf8')));
    const createdAt = numberOf(marker.createdAt);
    if (marker.testpointReport !== REPORT_FORMAT || createdAt === undefined) return undefined;
    return { testpointReport: REPORT_FORMAT, tool: textOf(marker.tool), createdAt, id: textOf(marker.id) };
  } catch {
    return undefined;
  }
}

/** Where a report's folder really is: what a link leads to is replaced, not the link. */
export function placeOf(directory: string): string {
  return existsSync(directory) ? realpathSync(directory) : resolve(directory);
}

/** An empty folder to make a report in, beside the place where it goes. */
export function makeDraft(directory: string): string {
  mkdirSync(dirname(directory), { recursive: true });
  removeAbandoned(directory);
  const draft = beside(directory, 'new');
  mkdirSync(draft);
  return draft;
}

/**
 * Puts a report in its place. Two renames: whoever looks sees the old report or the new one, and never a part of one.
 *
 * @param seen what stood there when the report was made
 * @returns false if something else is there now; the draft then stays where it is
 */
export function putInPlace(draft: string, directory: string, seen: Present): boolean {
  const old = beside(directory, 'old');
  const isMoved = tryToRename(directory, old);
  if (isMoved && readMarker(old)?.id !== seen.marker?.id) {
    // Another process was quicker; nothing of its report may be lost.
    tryToRename(old, directory);
    return false;
  }
  // A folder that has come meanwhile is not empty, and refuses to be replaced.
  const isThere = tryToRename(draft, directory);
  if (!isThere && isMoved) tryToRename(old, directory);
  if (isThere && isMoved) removeReport(old);
  return isThere;
}

/**
 * Puts a report back that a process had moved aside when it was killed, before its own came into the place. One that is moved
 * aside by a process which lives is put back as well: that process finds it there, and makes its report again.
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

/** Its marker first: half a report must not be taken for one that is to be put back. */
function removeReport(directory: string): void {
  rmSync(join(directory, REPORT_MARKER), { force: true });
  rmSync(directory, { recursive: true, force: true });
}

/** What processes that were killed while they made a report have left. Housekeeping: it never throws. */
function removeAbandoned(directory: string): void {
  for (const path of [...foldersBeside(directory, 'new'), ...foldersBeside(directory, 'old')]) {
    try {
      const status = lstatSync(path);
      if (status.isDirectory() && Date.now() - status.ctimeMs > ABANDONED)
        rmSync(path, { recursive: true, force: true });
    } catch {
      // Somebody else is removing it.
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

/** False where there is nothing to rename, or something in the way. */
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
