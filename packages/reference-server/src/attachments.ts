import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AttachmentTable, type StoredAttachment } from './database/attachment-table.js';
import type { Database } from './database/database.js';
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
  readonly #table: AttachmentTable;
  readonly #limit: number;
  /** Unset in memory, until the first attachment comes. */
  #directory: string | undefined;
  readonly #temporary: boolean;

  /** `file` is the database's; for `:memory:` the files are temporary. `limit` in bytes. */
  constructor(database: Database, file: string, limit: number) {
    this.#table = new AttachmentTable(database);
    this.#limit = limit;
    this.#temporary = file === ':memory:';
    if (!this.#temporary) this.#directory = prepareDirectory(`${file}-attachments`);
  }

  /** Stores one file. Rejects with a 413 for one over the limit; nothing is left of a file that did not arrive whole. */
  async add({ name, contentType, content }: IncomingFile): Promise<StoredAttachment> {
    const id = randomUUID();
    const partial = this.#path(id) + PARTIAL;
    const hash = createHash('sha256');
    let size = 0;
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
        createWriteStream(partial),
      );
      if (content.truncated) {
        throw new ProblemError(413, `The attachment ${name} is larger than ${this.#limit} bytes.`);
      }
      await rename(partial, this.#path(id));
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    const receivedOn = new Date().toISOString();
    const attachment = { id, name, contentType, size, sha256: hash.digest('hex'), receivedOn };
    this.#table.insert(attachment);
    return attachment;
  }

  /** The attachment with this GUID, in any case. Throws a 404. */
  find(id: string): StoredAttachment {
    const attachment = this.#table.find(id.toLowerCase());
    if (attachment === undefined) throw new ProblemError(404, `There is no attachment ${id}.`);
    return attachment;
  }

  async remove({ id }: StoredAttachment): Promise<void> {
    this.#table.delete(id);
    await rm(this.#path(id), { force: true });
  }

  open({ id }: StoredAttachment): Readable {
    return createReadStream(this.#path(id));
  }

  async close(): Promise<void> {
    if (this.#temporary && this.#directory !== undefined) {
      await rm(this.#directory, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  #path(id: string): string {
    this.#directory ??= makeTemporaryDirectory();
    return join(this.#directory, id);
  }
}

/** Makes the folder, and clears away what did not arrive whole before the last server ended. */
function prepareDirectory(directory: string): string {
  mkdirSync(directory, { recursive: true });
  for (const name of readdirSync(directory)) {
    if (name.endsWith(PARTIAL)) rmSync(join(directory, name), { force: true });
  }
  return directory;
}

/** Ending of a file that has not arrived whole. */
const PARTIAL = '.partial';
