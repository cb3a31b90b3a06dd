import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { BlobStore, ByteRange } from './blobs/blob-store.js';
import { sweep } from './blobs/sweep.js';
import { AttachmentTable, type StoredAttachment } from './database/attachment-table.js';
import type { Database } from './database/database.js';
import { ProblemError } from './problem.js';

/** A file as it arrives; `truncated` says after its end that it was longer than the limit. */
export interface IncomingFile {
  name: string;
  contentType: string;
  content: Readable & { truncated: boolean };
}

/** Attachments: their content streams into the blob store, and never waits in memory. The row is written last. */
export class Attachments {
  readonly #table: AttachmentTable;
  readonly #blobs: BlobStore;
  readonly #limit: number;

  /** @param limit of each, bytes */
  constructor(database: Database, blobs: BlobStore, limit: number) {
    this.#table = new AttachmentTable(database);
    this.#blobs = blobs;
    this.#limit = limit;
  }

  /** Stores one file. Rejects with a 413 for one over the limit; whatever fails, no content stays without its description. */
  async add({ name, contentType, content }: IncomingFile): Promise<StoredAttachment> {
    const id = randomUUID();
    const measured = new Measured(content, () => {
      if (content.truncated) {
        throw new ProblemError(413, `The attachment ${name} is larger than ${this.#limit} bytes.`);
      }
    });
    await this.#blobs.put(id, measured);
    const attachment = { id, name, contentType, ...measured.result(), receivedOn: new Date().toISOString() };
    try {
      this.#table.insert(attachment);
    } catch (error) {
      await this.remove(attachment).catch(() => {});
      throw error;
    }
    return attachment;
  }

  /** The attachment with this GUID, in any case. Throws a 404. */
  find(id: string): StoredAttachment {
    const attachment = this.#table.find(id.toLowerCase());
    if (attachment === undefined) throw new ProblemError(404, `There is no attachment ${id}.`);
    return attachment;
  }

  /** The row goes first: content without a row is swept, a row without content stays. */
  async remove({ id }: StoredAttachment): Promise<void> {
    this.#table.delete(id);
    await this.#blobs.delete(id);
  }

  /** The content, to be read or destroyed. Rejects with a 404 when it is missing or no longer what arrived. */
  async open({ id, size }: StoredAttachment, range?: ByteRange): Promise<Readable> {
    const found = await this.#blobs.get(id, range);
    if (found === undefined) throw new ProblemError(404, missing(id));
    if (found.size === size) return found.content;
    found.content.destroy();
    throw new ProblemError(404, changed(id));
  }

  /** Rejects like `open`, and reads nothing. */
  async check({ id, size }: StoredAttachment): Promise<void> {
    const found = await this.#blobs.size(id);
    if (found === undefined) throw new ProblemError(404, missing(id));
    if (found !== size) throw new ProblemError(404, changed(id));
  }

  /** Deletes content from before `before` that has no row. */
  sweep(before: Date): Promise<number> {
    return sweep(this.#blobs, (id) => this.#table.find(id) !== undefined, before);
  }
}

/** Content on its way, measured as it passes. */
class Measured implements AsyncIterable<Uint8Array> {
  readonly #content: AsyncIterable<Uint8Array>;
  readonly #check: () => void;
  readonly #hash = createHash('sha256');
  #size = 0;

  /** @param check is called at the end, and throws when the content may not be stored */
  constructor(content: AsyncIterable<Uint8Array>, check: () => void) {
    this.#content = content;
    this.#check = check;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#content) {
      this.#size += chunk.length;
      this.#hash.update(chunk);
      yield chunk;
    }
    this.#check();
  }

  /** Once, after the end. */
  result(): { size: number; sha256: string } {
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }
}

const missing = (id: string) => `The content of the attachment ${id} is missing.`;
const changed = (id: string) => `The content of the attachment ${id} is not what arrived.`;
