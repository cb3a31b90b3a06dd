import { GUID_PATTERN } from '@testpoint/interface';
import { type BlobStore, PARTIAL } from './blob-store.js';

/** What the sweep needs of the database. */
export interface KnownRows {
  /** Those of the ids that there are rows of. */
  knownAttachments(ids: readonly string[]): Promise<string[]>;
}

/**
 * Deletes blobs that belong to no attachment: their server was killed, or lost its database, between the upload and the row.
 * @param before younger ones stay, since another server may be about to write their rows
 * @param signal ends it early
 * @returns how many were deleted
 */
export async function sweep(blobs: BlobStore, rows: KnownRows, before: Date, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  for await (const keys of batches(blobs, before)) {
    const known = new Set(await rows.knownAttachments(keys.filter((key) => GUID.test(key))));
    for (const key of keys) {
      if (signal?.aborted) return deleted;
      if (known.has(key)) continue;
      await blobs.delete(key);
      deleted++;
    }
  }
  return deleted;
}

/** Keys of what attachments may have left. */
async function* batches(blobs: BlobStore, before: Date): AsyncGenerator<string[]> {
  let keys: string[] = [];
  for await (const { key, modified } of blobs.list()) {
    if (modified < before && (GUID.test(key) || key.endsWith(PARTIAL))) keys.push(key);
    if (keys.length < BATCH) continue;
    yield keys;
    keys = [];
  }
  yield keys;
}

const GUID = new RegExp(GUID_PATTERN);
/** Ids asked for at once. */
const BATCH = 500;
