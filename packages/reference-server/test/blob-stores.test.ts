import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import type { BlobStore } from '../src/blobs/blob-store.js';
import { FolderBlobs } from '../src/blobs/folder.js';
import { openS3 } from '../src/blobs/open-s3.js';
import { sweep } from '../src/blobs/sweep.js';
import { S3Store } from './s3-store.js';

const directory = mkdtempSync(join(tmpdir(), 'testpoint-blobs-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const s3 = await S3Store.start();
for (const [name, value] of Object.entries(s3.environment)) vi.stubEnv(name, value);
afterAll(() => s3.close());

async function* pieces(content: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size);
}

async function* broken(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* pieces(content);
  throw new Error('The client is gone.');
}

/** In S3, two parts. */
const PARTS = 5 * 1024 * 1024 + 1;

const OTHERS: [string, () => Promise<BlobStore>][] = [
  ['a folder that waits for the disk', async () => new FolderBlobs(join(directory, 'full'), 'full')],
  ['a whole bucket of S3', () => openS3('s3://whole')],
];

describe.each<[string, () => Promise<BlobStore>]>([
  ['a folder', async () => new FolderBlobs(join(directory, 'folder'))],
  ['a temporary folder', async () => new FolderBlobs(undefined)],
  ['S3', () => openS3('s3://bucket/some/prefix')],
  ...(IS_LONG ? OTHERS : []),
])('%s', (_, open) => {
  let blobs: BlobStore;
  beforeAll(async () => {
    blobs = await open();
  });
  afterAll(() => blobs.close());

  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of blobs.list()) found.push(key);
    return found.sort();
  };

  it.each([
    ['nothing', 0],
    ['one byte', 1],
    ['several parts', PARTS],
  ])('returns %s unchanged', async (_, length) => {
    const key = randomUUID();
    const content = randomBytes(length);
    await blobs.put(key, pieces(content));
    expect(await blobs.size(key)).toBe(length);
    const found = await blobs.get(key);
    expect(found?.size).toBe(length);
    if (found !== undefined) expect(content.equals(await buffer(found.content))).toBe(true);
    await blobs.delete(key);
  });

  it('returns a range of a blob, and the size of the whole', async () => {
    const key = randomUUID();
    await blobs.put(key, pieces(Buffer.from('0123456789')));
    const found = await blobs.get(key, { first: 2, last: 4 });
    expect(found?.size).toBe(10);
    if (found !== undefined) expect((await buffer(found.content)).toString()).toBe('234');
    await blobs.delete(key);
  });

  it('has nothing for unknown and deleted keys', async () => {
    const key = randomUUID();
    await blobs.delete(key);
    expect([await blobs.get(key), await blobs.size(key)]).toEqual([undefined, undefined]);
    await blobs.put(key, pieces(Buffer.from('x')));
    await blobs.delete(key);
    expect([await blobs.get(key), await blobs.size(key)]).toEqual([undefined, undefined]);
  });

  it.each([
    ['at once', 0],
    ['in the first part', 1000],
    ['after several', PARTS],
  ])('stores nothing if the content breaks off %s, and says why', async (_, length) => {
    await expect(blobs.put(randomUUID(), broken(randomBytes(length)))).rejects.toThrow('The client is gone.');
    expect(await keys()).toEqual([]);
  });

  it('lists its blobs with their times; a sweep deletes those without a row, young ones only on request', async () => {
    const [known, orphan] = [randomUUID(), randomUUID()];
    for (const key of [known, orphan, 'note']) await blobs.put(key, pieces(Buffer.from('x')));
    expect(await keys()).toEqual([known, orphan, 'note'].sort());
    const rows = { knownAttachments: async (ids: readonly string[]) => ids.filter((id) => id === known) };
    expect(await sweep(blobs, rows, new Date(Date.now() - 60_000))).toBe(0);
    expect(await sweep(blobs, rows, new Date(Date.now() + 60_000))).toBe(1);
    expect(await keys()).toEqual([known, 'note'].sort());
    for (const key of [known, 'note']) await blobs.delete(key);
  });

  it('says that it is reachable', async () => {
    await blobs.check();
  });
});
