import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { SessionLock } from './lock.js';

/** The files of one session in the outbox. */
export interface SessionFiles {
  directory: string;
  journal: string;
  progress: string;
  /** Folder of attachment files. */
  attachments: string;
  /** Folder in which test processes leave what their reporter is to read. */
  channel: string;
}

export function sessionFiles(directory: string): SessionFiles {
  return {
    directory,
    journal: join(directory, 'journal.ndjson'),
    progress: join(directory, 'progress.ndjson'),
    attachments: join(directory, 'attachments'),
    channel: join(directory, 'channel'),
  };
}

/** A session's new folder, locked for this process; readable by the user only. Throws when it can't be made. */
export function createSession(outbox: string, framework: string): SessionFiles {
  mkdirSync(outbox, { recursive: true, mode: 0o700 });
  ignoreInGit(outbox);
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const files = sessionFiles(join(outbox, `${stamp}-${framework}-${randomBytes(4).toString('hex')}`));
  mkdirSync(files.directory, { mode: 0o700 });
  SessionLock.acquire(files.directory);
  mkdirSync(files.attachments, { mode: 0o700 });
  return files;
}

/** The outbox for when the project's folder can't be written to. */
export function fallbackOutbox(): string {
  return join(tmpdir(), `testpoint-${process.getuid?.() ?? 'user'}`);
}

/** Folders of the sessions in an outbox, oldest first; or the folder itself where it is a session's. */
export function listSessions(directory: string): string[] {
  if (isSession(directory)) return [directory];
  try {
    return readdirSync(directory)
      .sort()
      .map((name) => join(directory, name))
      .filter(isSession);
  } catch {
    return [];
  }
}

/** Removes a delivered session. Only what the outbox itself puts there is removed, never a stranger's file. */
export function removeSession(files: SessionFiles): void {
  for (const path of [files.attachments, files.channel, files.progress, files.journal]) {
    rmSync(path, { recursive: true, force: true });
  }
  for (const name of readdirSync(files.directory)) {
    if (/^lock\.\d+$/.test(name)) rmSync(join(files.directory, name), { force: true });
  }
  rmSync(files.directory, { recursive: true, force: true });
}

export function sessionName(directory: string): string {
  return basename(directory);
}

function isSession(directory: string): boolean {
  return existsSync(join(directory, 'journal.ndjson'));
}

function ignoreInGit(outbox: string): void {
  const path = join(outbox, '.gitignore');
  if (!existsSync(path)) writeFileSync(path, '*\n');
}
