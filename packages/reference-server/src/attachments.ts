import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { BlobStore, ByteRange } from './blobs/blob-store.js';
import { sweep } from './blobs/sweep.js';
import type { Store, StoredAttachment } from './database/store.js';
import { ProblemError } from './problem.js';
import { Quota, type Share } from './quota.js';

/** A file as it arrives; `truncated` says after its end that it was longer than the limit. */
export interface IncomingFile {
  name: string;
  contentType: string;
  content: Readable & { truncated: boolean };
}

/** Attachments: their content streams into the blob store, and never waits in memory. The row is written last. */
export class Attachments {
  readonly #store: Store;
  readonly #blobs: BlobStore;
  readonly #limit: number;
  readonly #quota: Quota;

  /**
   * @param limit of each, bytes
   * @param quota of all together, bytes
   */
  constructor(store: Store, blobs: BlobStore, limit: number, quota = Number.POSITIVE_INFINITY) {
    this.#store = store;
    this.#blobs = blobs;
    this.#limit = limit;
    this.#quota = new Quota(quota, () => store.attachmentBytes());
  }

  /**
   * Stores one file. Rejects with a 413 for one over the limit, and with a 507 when the quota is used up; whatever fails, no
   * content stays without its description.
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

  /** The attachment with this GUID, in any case. Rejects with a 404. */
  async find(id: string): Promise<StoredAttachment> {
    const attachment = await this.#store.findAttachment(id.toLowerCase());
    if (attachment === undefined) throw new ProblemError(404, `There is no attachment ${id}.`);
    return attachment;
  }

  /** The row goes first: content without a row is swept, a row without content stays. */
  async remove({ id }: StoredAttachment): Promise<void> {
    await this.#store.deleteAttachment(id);
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

  /** Deletes content from before `before` that has no row; `signal` ends it early. */
  sweep(before: Date, signal?: AbortSignal): Promise<number> {
    return sweep(this.#blobs, this.#store, before, signal);
  }

  async #receive({ name, contentType, content }: IncomingFile, share: Share): Promise<StoredAttachment> {
    const id = randomUUID();
    const measured = new Measured(content, share, () => {
      if (content.truncated) {
        throw new ProblemError(413, `The attachment ${name} is larger than ${this.#limit} bytes.`);
      }
    });
    await this.#blobs.put(id, measured);
    const attachment = { id, name, contentType, ...measured.result(), receivedOn: new Date().toISOString() };
    try {
      await this.#store.insertAttachment(attachment);
    } catch (error) {
      await this.remove(attachment).catch(() => {});
      throw error;
    }
    return attachment;
  }
}

/** Content on its way, measured as it passes. */
class Measured implements AsyncIterable<Uint8Array> {
  readonly #content: AsyncIterable<Uint8Array>;
  readonly #share: Share;
  readonly #check: () => void;
  readonly #hash = createHash('sha256');
  #size = 0;

  /** @param check is called at the end, and throws when the content may not be stored */
  constructor(content: AsyncIterable<Uint8Array>, share: Share, check: () => void) {
    this.#content = content;
    this.#share = share;
    this.#check = check;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#content) {
      this.#share.take(chunk.length);
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
