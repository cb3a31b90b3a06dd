import { hash, randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { GUID_PATTERN } from '@testpoint/interface/constants';
import type { Store } from '../database/store.js';
import { type BlobStore, PARTIAL } from './blob-store.js';

/**
 * Makes sure that a folder or prefix belongs to this database, because the server deletes files without a row from it. A marker
 * there names an attachment that only the right database has a row for. Servers on one database may call this at the same time.
 * @param warn called if the database has attachments, but none of them are here
 * @throws an Error that says what to do if another database or something else uses the folder or prefix.
 */
export async function claim(
  blobs: BlobStore,
  store: Store,
  place: string,
  warn: (text: string) => void,
): Promise<void> {
  const hadAttachments = (await store.attachmentBytes()) > 0;
  const note = await blobs.get(NOTE);
  if (note !== undefined) {
    const id = (await text(note.content)).trim();
    if (GUID.test(id) && (await store.findAttachment(id)) !== undefined) return;
    throw new Error(
      `The attachments in ${place} belong to another database. Use another place, or delete "${NOTE}" there to give them up.`,
    );
  }
  for await (const { key } of blobs.list()) {
    // Another server that starts now may have written the marker, or may be testing whether it can write.
    if (key === NOTE || key.endsWith(PARTIAL)) continue;
    if (GUID.test(key) && (await store.findAttachment(key)) !== undefined) continue;
    throw new Error(`${place} contains other files ("${key}"). Use a place that contains only attachments.`);
  }
  if (hadAttachments) await warnIfEmpty(blobs, place, warn);
  const id = randomUUID();
  const row = { id, name: 'README.txt', contentType: 'text/plain', size: CONTENT.length, sha256: MARKED_HASH };
  await store.insertAttachment({ ...row, receivedOn: new Date().toISOString() });
  // The marker comes first, for other servers that start now.
  await blobs.put(NOTE, only(Buffer.from(`${id}\n`)));
  await blobs.put(id, only(CONTENT));
}

/** @param warn called if a place that should contain attachments has none */
export async function warnIfEmpty(blobs: BlobStore, place: string, warn: (text: string) => void): Promise<void> {
  for await (const { key } of blobs.list()) if (GUID.test(key)) return;
  warn(`Warning: the database has attachments, but ${place} has none. If they are elsewhere, correct --attachments.`);
}

/** Key of the marker. */
const NOTE = 'database';
const CONTENT = Buffer.from('The attachments here belong to the database that has a row for this file.\n');
/** Hash of the attachment that the marker names. No run names it, but it must stay. */
export const MARKED_HASH = hash('sha256', CONTENT);
const GUID = new RegExp(GUID_PATTERN);

async function* only(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
