import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ByteRange } from '@testpoint/report';
import type { BlobStore } from './blobs/blob-store.js';
import { sweep } from './blobs/sweep.js';
import type { Store, StoredAttachment } from './database/store.js';
import { ProblemError } from './problem.js';
import { Quota, type Share } from './quota.js';

const MEBIBYTE = 1024 * 1024;

/** A file as it arrives. After its end, `truncated` is true if the file was longer than the limit. */
export interface IncomingFile {
  name: string;
  contentType: string;
  content: Readable & { truncated: boolean };
}

/** Attachments. Their content is streamed to the blob store and never buffered in memory. The row is written last. */
export class Attachments {
  /** Maximum size of one attachment, bytes. */
  readonly limit: number;
  readonly #store: Store;
  readonly #blobs: BlobStore;
  readonly #quota: Quota;

  /** @param quota maximum size of all attachments together, bytes */
  constructor(store: Store, blobs: BlobStore, limit = 100 * MEBIBYTE, quota = Number.POSITIVE_INFINITY) {
    this.#store = store;
    this.#blobs = blobs;
    this.limit = limit;
    this.#quota = new Quota(quota, () => store.attachmentBytes());
  }

  /**
   * Stores one file. Rejects with a 413 if it exceeds the limit, and with a 507 if the quota is used up. After a failure, no
   * content is left behind without a row.
   */
  async add(file: IncomingFile): Promise<StoredAttachment> {
    const share = await this.#quota.begin();
    let isStored = false;
    try {
      const attachment = await this.#receive(file, share);
      isStored = true;
      return attachment;
    } finally {
      share.end(isStored);
    }
  }

  /** The attachment with this GUID; upper and lower case are the same. Rejects with a 404 if it does not exist. */
  async find(id: string): Promise<StoredAttachment> {
    const attachment = await this.#store.findAttachment(id.toLowerCase());
    if (attachment === undefined) throw new ProblemError(404, `There is no attachment ${id}.`);
    return attachment;
  }

  /** Deletes the row first: content without a row is swept later, but a row without content would stay. */
  async remove({ id }: Pick<StoredAttachment, 'id'>): Promise<void> {
    await this.#store.deleteAttachment(id);
    await this.#blobs.delete(id);
  }

  /** The content; read it or destroy it. Rejects with a 404 if it is missing or its size has changed. */
  async open({ id, size }: StoredAttachment, range?: ByteRange): Promise<Readable> {
    const found = await this.#blobs.get(id, range);
    if (found === undefined) throw new ProblemError(404, missing(id));
    if (found.size === size) return found.content;
    found.content.destroy();
    throw new ProblemError(404, changed(id));
  }

  /** Rejects like `open`, without reading the content. */
  async check({ id, size }: StoredAttachment): Promise<void> {
    const found = await this.#blobs.size(id);
    if (found === undefined) throw new ProblemError(404, missing(id));
    if (found !== size) throw new ProblemError(404, changed(id));
  }

  /** Deletes content that has no row and is older than `before`. `signal` stops it early. */
  sweep(before: Date, signal?: AbortSignal): Promise<number> {
    return sweep(this.#blobs, this.#store, before, signal);
  }

  async #receive({ name, contentType, content }: IncomingFile, share: Share): Promise<StoredAttachment> {
    const [id, limit, hash] = [randomUUID(), this.limit, createHash('sha256')];
    let size = 0;
    async function* measured(): AsyncGenerator<Uint8Array> {
      for await (const chunk of content) {
        share.take(chunk.length);
        size += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
      if (content.truncated) throw new ProblemError(413, `The attachment ${name} exceeds the limit of ${limit} bytes.`);
    }
    await this.#blobs.put(id, measured());
    const receivedOn = new Date().toISOString();
    const attachment = { id, name, contentType, size, sha256: hash.digest('hex'), receivedOn };
    try {
      await this.#store.insertAttachment(attachment);
    } catch (error) {
      await this.remove(attachment).catch(() => {});
      throw error;
    }
    return attachment;
  }
}

const missing = (id: string) => `The content of the attachment ${id} is missing.`;
const changed = (id: string) => `The content of the attachment ${id} has changed since it was uploaded.`;
