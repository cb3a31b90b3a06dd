import { closeSync, constants, existsSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PARTIAL } from './blobs/blob-store.js';
import { folderBeside } from './blobs/open-blobs.js';
import { Database, onlyName } from './database/sqlite/database.js';

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
 * @param warn called if the database has attachments, and none of them is copied
 * @throws an Error that explains the problem
 */
export async function backUp(
  { database, target, attachments }: BackupOptions,
  warn: (sentence: string) => void,
): Promise<void> {
  if (/^[a-z][a-z\d+.-]+:/i.test(database)) {
    throw new Error('backup copies SQLite files. For PostgreSQL, use pg_dump.');
  }
  if (!existsSync(database)) throw new Error(`Cannot back up ${database}: there is no such file.`);
  const folder = `${target}-attachments`;
  for (const place of [target, folder]) {
    if (existsSync(place)) throw new Error(`Cannot back up to ${place}: it exists. Choose another name, or delete it.`);
  }
  const hasAttachments = copyDatabase(database, target);
  const from = attachments ?? folderBeside(database);
  const copied = await copyAttachments(from, folder);
  if (hasAttachments && copied === 0)
    warn(`Warning: the database has attachments, but ${from} has none. If they are elsewhere, give --attachments.`);
}

/** @returns whether it has attachments */
function copyDatabase(file: string, target: string): boolean {
  // SQLite would let everyone read it. It accepts an empty file.
  closeSync(openSync(target, 'wx', 0o600));
  try {
    const database = Database.toRead(onlyName(file));
    try {
      database.copyTo(target);
      return database.prepare('SELECT 1 FROM attachments LIMIT 1').get() !== undefined;
    } finally {
      database.close();
    }
  } catch (error) {
    rmSync(target, { force: true });
    throw new Error(`Cannot back up ${file}: ${(error as Error).message}.`, { cause: error });
  }
}

/** @returns how many */
async function copyAttachments(from: string, to: string): Promise<number> {
  let copied = 0;
  if (!existsSync(from)) return copied;
  mkdirSync(to, { mode: 0o700 });
  for (const name of readdirSync(from)) {
    if (name.endsWith(PARTIAL)) continue;
    try {
      await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE);
      copied++;
    } catch (error) {
      // Deleted since the folder was listed.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return copied;
}
