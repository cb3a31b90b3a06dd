import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { deliveredFiles, isReportSession, JOURNAL } from '../format/session-files.js';

/** Folders of the undelivered sessions in an outbox, oldest first; or the folder itself if it is a session's. */
export function listSessions(directory: string): string[] {
  return foldersOf(directory, isSession);
}

/** Like `listSessions`, for every session that a report can be made of. */
export function listReportable(directory: string): string[] {
  return foldersOf(directory, isReportable);
}

/** Like `listReportable`, with delivered sessions that are kept. */
export function listAll(outbox: string): string[] {
  return foldersOf(outbox, (folder) => isReportable(folder) || existsSync(deliveredFiles(folder).journal));
}

function isReportable(folder: string): boolean {
  return isSession(folder) || isReportSession(folder);
}

/**
 * Whether a session's folder contains something to deliver. The same applies to a folder that this user may not look into, such
 * as that of a suite in a container: whoever reads it says so.
 */
export function isSession(directory: string): boolean {
  try {
    return statSync(join(directory, JOURNAL), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
  }
}

function foldersOf(directory: string, isWanted: (folder: string) => boolean): string[] {
  if (isWanted(directory)) return [directory];
  return namesIn(directory)
    .sort()
    .map((name) => join(directory, name))
    .filter(isWanted);
}

export function sessionName(directory: string): string {
  return basename(directory);
}

/** None if the folder can't be read. */
export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
