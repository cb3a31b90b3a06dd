import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ByteRange } from '@testpoint/report';
import type { Synchronous } from '../database/sqlite/database.js';
import { PROBE } from '../database/sqlite/database.js';
import { type BlobStore, type ListedBlob, type OpenBlob, PARTIAL } from './blob-store.js';

/** Blobs as files in a folder, named by their keys. */
export class FolderBlobs implements BlobStore {
  /** A temporary folder is created for the first blob; until then this is undefined. */
  #directory: string | undefined;
  readonly #temporary: boolean;
  readonly #synchronous: Synchronous;

  /** @param directory created if missing; undefined for a temporary one that `close` deletes */
  constructor(directory: string | undefined, synchronous: Synchronous = 'normal') {
    this.#directory = directory;
    this.#temporary = directory === undefined;
    this.#synchronous = synchronous;
    if (directory !== undefined) mkdirSync(directory, { recursive: true, mode: 0o700 });
  }

  async put(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const path = this.#path(key);
    // The name is unique because another server may write the same key.
    const partial = `${path}.${randomUUID()}${PARTIAL}`;
    let isThere = false;
    try {
      // A cleaner of temporary folders may have deleted ours.
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await this.#write(content, partial);
      await rename(partial, path);
      isThere = true;
      if (this.#synchronous === 'full') await flushFolder(dirname(path));
    } catch (error) {
      await rm(isThere ? path : partial, { force: true }).catch(() => {});
      throw error;
    }
  }

  async get(key: string, range?: ByteRange): Promise<OpenBlob | undefined> {
    const file = await unlessMissing(open(this.#path(key)));
    if (file === undefined) return undefined;
    const found = await file.stat();
    if (found.isFile()) {
      const content = file.createReadStream(range && { start: range.first, end: range.last });
      return { size: found.size, content };
    }
    await file.close();
    return undefined;
  }

  async size(key: string): Promise<number | undefined> {
    const found = await unlessMissing(stat(this.#path(key)));
    return found?.isFile() ? found.size : undefined;
  }

  async delete(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  async *list(): AsyncGenerator<ListedBlob> {
    if (this.#directory === undefined) return;
    for await (const entry of await opendir(this.#directory)) {
      if (!entry.isFile()) continue;
      const found = await unlessMissing(stat(join(this.#directory, entry.name)));
      if (found !== undefined) yield { key: entry.name, modified: found.mtime };
    }
  }

  async check(): Promise<void> {
    if (this.#temporary) return;
    const path = this.#path(`${randomUUID()}${PARTIAL}`);
    try {
      await writeFile(path, PROBE, { flag: 'wx', mode: 0o600 });
    } finally {
      await rm(path, { force: true });
    }
  }

  async close(): Promise<void> {
    if (this.#temporary && this.#directory !== undefined) {
      await rm(this.#directory, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  /** Writes a new file, and closes it even after an error. */
  async #write(content: AsyncIterable<Uint8Array>, path: string): Promise<void> {
    const handle = await open(path, 'wx', 0o600);
    const file = handle.createWriteStream({ flush: this.#synchronous === 'full' });
    const closed = new Promise<void>((resolve) => file.once('close', () => resolve()));
    try {
      await pipeline(content, file);
    } finally {
      await closed;
    }
  }

  #path(key: string): string {
    this.#directory ??= mkdtempSync(join(tmpdir(), 'testpoint-server-'));
    return join(this.#directory, key);
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Flushes the folder's list of names to disk. Windows writes it with the file. */
async function flushFolder(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(directory);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
