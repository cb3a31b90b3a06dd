import { existsSync, mkdirSync, mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { newGuid } from '../../built-ins/guid.js';
import type { HeldFile } from '../../built-ins/held-file.js';
import { heldFiles } from '../format/plain-files.js';
import {
  FALLBACK_PREFIX,
  ignoreFile,
  type SessionDescriptors,
  type SessionFiles,
  sessionFiles,
} from '../format/session-files.js';
import { SessionLock } from '../lock/lock.js';

/**
 * Creates a session's folder, locked for this process and readable only by the user. Throws if that is impossible.
 * @param isForReport whether the session is only for a report and not delivered
 */
export function createSession(outbox: string, framework: string, isForReport = false): SessionFiles {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const directory = join(outbox, `${stamp}-${framework}-${newGuid().slice(0, 8)}`);
  const files = sessionFiles(directory, isForReport);
  makeFolders(files);
  return { ...files, descriptors: openFiles(files) };
}

/** Creates a session's folders, and takes its lock. */
export function makeFolders({ directory, attachments, channel }: SessionFiles): void {
  const outbox = dirname(directory);
  makePath(outbox);
  ignoreInGit(outbox);
  mkdirSync(directory, { mode: 0o700 });
  SessionLock.take(directory, 1);
  for (const folder of [attachments, channel]) mkdirSync(folder, { mode: 0o700 });
}

/** A new outbox for a project folder that is not writable. No other process can have created it before. */
export function fallbackOutbox(): string {
  return mkdtempSync(join(tmpdir(), FALLBACK_PREFIX));
}

/**
 * Creates a folder and its parents. Node's own recursive `mkdir` loops forever if the system says that a parent is missing
 * although it exists, like below /proc.
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
  const held = created(journal);
  try {
    return { journal: held, progress: created(progress) };
  } catch {
    // There is no inode left. Delivery works without it.
    return { journal: held, progress: undefined };
  }
}

function created(path: string): HeldFile {
  return heldFiles.hold(path, 'append', openSync(path, 'ax+', 0o600));
}

function ignoreInGit(outbox: string): void {
  const path = ignoreFile(outbox);
  if (!existsSync(path)) writeFileSync(path, '*\n', { mode: 0o600 });
}
