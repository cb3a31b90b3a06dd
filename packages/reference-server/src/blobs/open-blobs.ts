import { realpathSync } from 'node:fs';
import type { Synchronous } from '../database/sqlite/database.js';
import type { BlobStore } from './blob-store.js';
import { FolderBlobs } from './folder.js';
import { openS3 } from './open-s3.js';

/**
 * Opens the place where attachments are stored.
 * @param place a folder, or `s3://bucket/prefix`; undefined for a folder next to the database
 * @param database a file, `:memory:`, or the URL of a database that several servers share
 * @throws an Error that explains the problem, and what to do, in one line.
 */
export async function openBlobs(
  place: string | undefined,
  database: string,
  synchronous: Synchronous,
): Promise<BlobStore> {
  const isInMemory = database === ':memory:';
  if (place === undefined) {
    if (URL_LIKE.test(database)) {
      const choices = 'a folder that all servers of this database share, or s3://bucket/prefix';
      throw new Error(`Set --attachments to ${choices}.`);
    }
    return new FolderBlobs(isInMemory ? undefined : folderBeside(database), synchronous);
  }
  if (isInMemory) {
    throw new Error(`Cannot store attachments in ${place} with a database in memory. Pass --database, too.`);
  }
  if (place.startsWith('s3://')) return openS3(place);
  if (URL_LIKE.test(place))
    throw new Error(`Cannot store attachments in ${place}: it must be a folder, or s3://bucket/prefix.`);
  return new FolderBlobs(place, synchronous);
}

/** Where attachments are stored by default. @param database a path; may be a symbolic link */
export function folderBeside(database: string): string {
  return `${realpathSync(database)}-attachments`;
}

const URL_LIKE = /^[a-z][a-z\d+.-]+:\/\//i;
