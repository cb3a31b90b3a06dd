import { GUID_PATTERN } from '@testpoint/interface';
import { type BlobStore, PARTIAL } from './blob-store.js';

/**
 * Deletes blobs that belong to no attachment: their server was killed, or lost its database, between the upload and the row.
 * @param isKnown whether there is an attachment with this GUID
 * @param before younger ones stay, since another server may be about to write their rows
 * @returns how many were deleted
 */
export async function sweep(
  blobs: BlobStore,
  isKnown: (id: string) => boolean | Promise<boolean>,
  before: Date,
): Promise<number> {
  let deleted = 0;
  for await (const { key, modified } of blobs.list()) {
    if (modified >= before) continue;
    const isOrphan = key.endsWith(PARTIAL) || (GUID.test(key) && !(await isKnown(key)));
    if (!isOrphan) continue;
    await blobs.delete(key);
    deleted++;
  }
  return deleted;
}

const GUID = new RegExp(GUID_PATTERN);
