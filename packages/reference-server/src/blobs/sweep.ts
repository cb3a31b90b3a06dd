import { GUID_PATTERN } from '@testpoint/interface/constants';
import { type BlobStore, PARTIAL } from './blob-store.js';

/** The part of the database that the sweep needs. */
export interface KnownRows {
  /** Which of these ids have a row. */
  knownAttachments(ids: readonly string[]): Promise<string[]>;
}

/**
 * Deletes blobs without an attachment: their server was killed, or lost its database, after the upload and before the row.
 * @param before keeps younger blobs, because another server may be about to write their rows
 * @param signal stops the sweep early
 * @returns the number of deleted blobs
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

/** Keys that attachments can have. */
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
/** How many ids to look up at once. */
const BATCH = 500;
