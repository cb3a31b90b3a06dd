import { createHash, randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { GUID_PATTERN } from '@testpoint/interface';
import type { Store } from '../database/store.js';
import { type BlobStore, PARTIAL } from './blob-store.js';

/**
 * Makes sure that a place belongs to this database, since whatever has no row is swept from it: a note there names an
 * attachment whose row only the right database has. Servers on one database may claim at the same time.
 * @throws an Error that says what to do, when the place belongs to another database or is in use for something else.
 */
export async function claim(blobs: BlobStore, store: Store, place: string): Promise<void> {
  const note = await blobs.get(NOTE);
  if (note !== undefined) {
    const id = (await text(note.content)).trim();
    if (GUID.test(id) && (await store.findAttachment(id)) !== undefined) return;
    throw new Error(
      `The attachments in ${place} are another database's. Name another place, or delete "${NOTE}" there to give them up.`,
    );
  }
  for await (const { key } of blobs.list()) {
    // Other servers that start now may have written the note, or try whether they can write.
    if (key === NOTE || key.endsWith(PARTIAL)) continue;
    if (GUID.test(key) && (await store.findAttachment(key)) !== undefined) continue;
    throw new Error(`${place} has other things in it ("${key}"). Name a place for the attachments alone.`);
  }
  const id = randomUUID();
  const sha256 = createHash('sha256').update(CONTENT).digest('hex');
  const row = { id, name: 'README.txt', contentType: 'text/plain', size: CONTENT.length, sha256 };
  await store.insertAttachment({ ...row, receivedOn: new Date().toISOString() });
  // Before anything else is there, for other servers that start now.
  await blobs.put(NOTE, only(Buffer.from(`${id}\n`)));
  await blobs.put(id, only(CONTENT));
}

/** Key of the note. */
const NOTE = 'database';
const CONTENT = Buffer.from('The attachments here belong to the database that has the row of this one.\n');
const GUID = new RegExp(GUID_PATTERN);

async function* only(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
