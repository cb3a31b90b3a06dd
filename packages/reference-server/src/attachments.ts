import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GUID_PATTERN } from '@testpoint/interface';
import type { Synchronous } from './database/sqlite/database.js';
import type { Store, StoredAttachment } from './database/store.js';
import { ProblemError } from './problem.js';
import { makeTemporaryDirectory } from './temporary-directory.js';

/** A file as it arrives; `truncated` says after its end that it was longer than the limit. */
export interface IncomingFile {
  name: string;
  contentType: string;
  content: Readable & { truncated: boolean };
}

/** Attachments: their content streams into files beside the database, and never waits in memory. */
export class Attachments {
  readonly #store: Store;
  readonly #limit: number;
  /** Unset in memory, until the first attachment comes. */
  #directory: string | undefined;
  readonly #temporary: boolean;
  readonly #synchronous: Synchronous;

  private constructor(store: Store, isTemporary: boolean, limit: number, synchronous: Synchronous) {
    this.#store = store;
    this.#temporary = isTemporary;
    this.#limit = limit;
    this.#synchronous = synchronous;
  }

  /** `file` is the database's; for `:memory:` the files are temporary. `limit` in bytes. */
  static async open(
    store: Store,
    file: string,
    limit: number,
    synchronous: Synchronous = 'normal',
  ): Promise<Attachments> {
    const attachments = new Attachments(store, file === ':memory:', limit, synchronous);
    if (!attachments.#temporary) await attachments.#prepareDirectory(`${file}-attachments`);
    return attachments;
  }

  /** Stores one file. Rejects with a 413 for one over the limit; whatever fails, no file stays without its description. */
  async add({ name, contentType, content }: IncomingFile): Promise<StoredAttachment> {
    const id = randomUUID();
    const path = this.#path(id);
    const partial = path + PARTIAL;
    try {
      // Something that clears away old temporary folders may have taken ours.
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const written = await this.#write(content, partial);
      if (content.truncated) {
        throw new ProblemError(413, `The attachment ${name} is larger than ${this.#limit} bytes.`);
      }
      await rename(partial, path);
      if (this.#synchronous === 'full') await flushFolder(dirname(path));
      const attachment = { id, name, contentType, ...written, receivedOn: new Date().toISOString() };
      await this.#store.insertAttachment(attachment);
      return attachment;
    } catch (error) {
      for (const left of [partial, path]) await rm(left, { force: true }).catch(() => {});
      throw error;
    }
  }

  /** The attachment with this GUID, in any case. Rejects with a 404. */
  async find(id: string): Promise<StoredAttachment> {
    const attachment = await this.#store.findAttachment(id.toLowerCase());
    if (attachment === undefined) throw new ProblemError(404, `There is no attachment ${id}.`);
    return attachment;
  }

  async remove({ id }: StoredAttachment): Promise<void> {
    await this.#store.deleteAttachment(id);
    await rm(this.#path(id), { force: true });
  }

  /** The content, to be read or destroyed. Rejects with a 404 when its file is missing or no longer what arrived. */
  async open({ id, size }: StoredAttachment): Promise<Readable> {
    const file = await open(this.#path(id)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new ProblemError(404, `The file of the attachment ${id} is missing.`) : error;
    });
    const found = await file.stat();
    if (found.isFile() && found.size === size) return file.createReadStream();
    await file.close();
    throw new ProblemError(404, `The file of the attachment ${id} is not the one that arrived.`);
  }

  async close(): Promise<void> {
    if (this.#temporary && this.#directory !== undefined) {
      await rm(this.#directory, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  /** Makes the folder, and clears away what the last server left there without a description, whole or not. */
  async #prepareDirectory(directory: string): Promise<void> {
    await mkdir(directory, { recursive: true });
    const names = await readdir(directory);
    const known = new Set(await this.#store.knownAttachments(names.filter((name) => GUID.test(name))));
    for (const name of names) {
      if (name.endsWith(PARTIAL) || (GUID.test(name) && !known.has(name)))
        await rm(join(directory, name), { force: true });
    }
    this.#directory = directory;
  }

  /** Writes a new file; when this ends, well or not, the file is closed. */
  async #write(content: Readable, path: string): Promise<{ size: number; sha256: string }> {
    const hash = createHash('sha256');
    let size = 0;
    const handle = await open(path, 'wx');
    const file = handle.createWriteStream({ flush: this.#synchronous === 'full' });
    const closed = new Promise<void>((resolve) => file.once('close', () => resolve()));
    try {
      await pipeline(
        content,
        async function* measure(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            size += chunk.length;
            hash.update(chunk);
            yield chunk;
          }
        },
        file,
      );
    } finally {
      await closed;
    }
    return { size, sha256: hash.digest('hex') };
  }

  #path(id: string): string {
    this.#directory ??= makeTemporaryDirectory();
    return join(this.#directory, id);
  }
}

/** Waits until the disk has the folder's list of names; Windows writes it with the file. */
async function flushFolder(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(directory);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Ending of a file that has not arrived whole. */
const PARTIAL = '.partial';
const GUID = new RegExp(GUID_PATTERN);
