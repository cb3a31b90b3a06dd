import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ignoreFile } from '../format/outbox-files.js';
import { FALLBACK_PREFIX, type SessionDescriptors, type SessionFiles, sessionFiles } from '../format/session-files.js';
import { SessionLock } from '../lock/lock.js';

/**
 * A session's new folder, locked for this process; readable by the user only. Throws when it can't be made.
 * @param isForReport nothing of it is to be delivered
 */
export function createSession(outbox: string, framework: string, isForReport = false): SessionFiles {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const directory = join(outbox, `${stamp}-${framework}-${randomBytes(4).toString('hex')}`);
  const files = sessionFiles(directory, isForReport);
  const lock = makeFolders(files);
  const descriptors = openFiles(files);
  lock?.noteJournal();
  return { ...files, descriptors };
}

/** Makes a session's folders, and takes its lock. */
export function makeFolders({ directory, attachments, channel }: SessionFiles): SessionLock | undefined {
  const outbox = dirname(directory);
  makePath(outbox);
  ignoreInGit(outbox);
  mkdirSync(directory, { mode: 0o700 });
  const lock = SessionLock.take(directory, 1);
  for (const folder of [attachments, channel]) mkdirSync(folder, { mode: 0o700 });
  return lock;
}

/** A new outbox for when the project's folder can't be written to; no other process can have made it before. */
export function fallbackOutbox(): string {
  return mkdtempSync(join(tmpdir(), FALLBACK_PREFIX));
}

/**
 * A folder with all that is above it. Node's own recursive `mkdir` tries for ever where the system says that a folder's
 * parent is missing though it is there, as it does below /proc.
 */
function makePath(folder: string): void {
  const parent = dirname(folder);
  if (parent !== folder && !existsSync(parent)) makePath(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function openFiles({ journal, progress }: SessionFiles): SessionDescriptors {
  const descriptor = openSync(journal, 'ax+', 0o600);
  try {
    return { journal: descriptor, progress: openSync(progress, 'ax+', 0o600) };
  } catch {
    // No inode left for it: delivery does without.
    return { journal: descriptor, progress: undefined };
  }
}

function ignoreInGit(outbox: string): void {
  const path = ignoreFile(outbox);
  if (!existsSync(path)) writeFileSync(path, '*\n', { mode: 0o600 });
}
