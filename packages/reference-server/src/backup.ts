import { closeSync, constants, existsSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PARTIAL } from './blobs/blob-store.js';
import { Database } from './database/sqlite/database.js';

/** What to copy, and where to. */
export interface BackupOptions {
  /** The database file. A server may be using it. */
  database: string;
  /** The new file; its attachments go to `<file>-attachments`. */
  target: string;
  /** Folder of the attachments. @default next to the database */
  attachments?: string | undefined;
}

/**
 * Copies a database and its attachments while a server uses them. The copy is whole as of one moment, and a server can be started
 * on it. Attachments are copied afterwards, so each one that the copied database knows is there, unless it was deleted meanwhile.
 * @throws an Error that explains the problem
 */
export async function backUp({ database, target, attachments }: BackupOptions): Promise<void> {
  if (/^[a-z][a-z\d+.-]+:/i.test(database)) {
    throw new Error('backup copies SQLite files. For PostgreSQL, use pg_dump.');
  }
  if (!existsSync(database)) throw new Error(`Cannot back up ${database}: there is no such file.`);
  const folder = `${target}-attachments`;
  for (const place of [target, folder]) {
    if (existsSync(place)) throw new Error(`Cannot back up to ${place}: it exists. Choose another name, or delete it.`);
  }
  copyDatabase(database, target);
  await copyAttachments(attachments ?? `${database}-attachments`, folder);
}

function copyDatabase(file: string, target: string): void {
  // SQLite would let everyone read it. It accepts an empty file.
  closeSync(openSync(target, 'wx', 0o600));
  try {
    const database = Database.toRead(file);
    try {
      database.copyTo(target);
    } finally {
      database.close();
    }
  } catch (error) {
    rmSync(target, { force: true });
    throw new Error(`Cannot back up ${file}: ${(error as Error).message}.`, { cause: error });
  }
}

async function copyAttachments(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  mkdirSync(to, { mode: 0o700 });
  for (const name of readdirSync(from)) {
    if (name.endsWith(PARTIAL)) continue;
    try {
      await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE);
    } catch (error) {
      // Deleted since the folder was listed.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}
