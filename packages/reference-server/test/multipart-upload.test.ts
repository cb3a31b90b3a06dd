import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import * as sdk from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { upload } from '../src/blobs/multipart-upload.js';
import { openS3 } from '../src/blobs/open-s3.js';
import { PART_SIZE } from '../src/blobs/part.js';
import type { S3Blobs } from '../src/blobs/s3.js';
import { type Interference, S3Store, s3Error } from './s3-store.js';
import { startBareService, useServers } from './service.js';

useServers();

const BYTES = randomBytes(3 * PART_SIZE + 1);
const TWO_PARTS = BYTES.subarray(0, PART_SIZE + 1);
const store = await S3Store.start();
for (const [name, value] of Object.entries(store.environment)) vi.stubEnv(name, value);
afterAll(() => store.close());

let blobs: S3Blobs;
beforeAll(async () => {
  blobs = await openS3('s3://bucket/parts');
});
afterAll(() => blobs.close());
afterEach(() => {
  store.interfere = () => undefined;
  store.requests.length = 0;
});

/** Splits content into pieces that do not end where parts do. */
async function* pieces(content: Uint8Array, size = 65_535): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size);
}

async function stored(key: string): Promise<Buffer | undefined> {
  const found = await blobs.get(key);
  return found && buffer(found.content);
}

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of blobs.list()) found.push(key);
  return found;
}

const requests = (pattern: RegExp) => store.requests.filter((line) => pattern.test(line));
const PARTS = /^PUT .*partNumber=/;
const ABORTS = /^DELETE .*uploadId=./;

describe('an upload to S3', () => {
  const SIZES: [number, number][] = [
    [1, 0],
    [PART_SIZE + 1, 2],
    [PART_SIZE - 1, 0],
    [2 * PART_SIZE, 2],
    [3 * PART_SIZE + 1, 4],
  ];
  it.each<[number, number]>([[0, 0], [PART_SIZE, 0], ...(IS_LONG ? SIZES : [])])(
    'of %i bytes arrives unchanged, in %i parts',
    async (length, parts) => {
      const content = BYTES.subarray(0, length);
      const key = randomUUID();
      await blobs.put(key, pieces(content));
      expect(requests(PARTS)).toHaveLength(parts);
      expect((await stored(key))?.equals(content)).toBe(true);
      await blobs.delete(key);
    },
  );

  it('arrives unchanged if a piece is larger than a part', async () => {
    const key = randomUUID();
    await blobs.put(key, pieces(BYTES, 2 * PART_SIZE + 5));
    expect((await stored(key))?.equals(BYTES)).toBe(true);
    await blobs.delete(key);
  });

  it('arrives unchanged if the store accepts each part only at the second attempt', async () => {
    const tried = new Set<string | undefined>();
    store.interfere = ({ method, url }) => {
      if (method !== 'PUT' || tried.has(url)) return undefined;
      tried.add(url);
      return s3Error(500, 'InternalError');
    };
    const key = randomUUID();
    await blobs.put(key, pieces(TWO_PARTS));
    expect(requests(PARTS)).toHaveLength(4);
    expect((await stored(key))?.equals(TWO_PARTS)).toBe(true);
    await blobs.delete(key);
  });

  it('sends two parts at once', async () => {
    let first: IncomingMessage | undefined;
    store.interfere = (request) => {
      if (request.url?.includes('partNumber=1&')) first = request.pause();
      if (request.url?.includes('partNumber=2&')) first?.resume();
      return undefined;
    };
    const key = randomUUID();
    await blobs.put(key, pieces(BYTES));
    expect((await stored(key))?.equals(BYTES)).toBe(true);
    await blobs.delete(key);
  });

  it('reads no further than one part ahead of the part that it sends', async () => {
    let read = 0;
    const ahead: number[] = [];
    store.interfere = ({ url = '' }) => {
      const part = /partNumber=(\d+)/.exec(url)?.[1];
      if (part !== undefined) ahead.push(read - Number(part) * PART_SIZE);
      return undefined;
    };
    async function* counted() {
      for await (const piece of pieces(BYTES)) {
        read += piece.length;
        yield piece;
      }
    }
    const key = randomUUID();
    await blobs.put(key, counted());
    expect(ahead).toHaveLength(4);
    expect(Math.max(...ahead)).toBeLessThanOrEqual(PART_SIZE + 65_535);
    await blobs.delete(key);
  });

  it('leaves no object and no parts if the content breaks after two parts', async () => {
    let second: IncomingMessage | undefined;
    store.interfere = (request) => {
      if (request.url?.includes('partNumber=2&')) second = request.pause();
      return undefined;
    };
    const gone = new Error('The client is gone.');
    let isBroken = false;
    async function* broken() {
      yield* pieces(BYTES.subarray(0, 2 * PART_SIZE + 1));
      await expect.poll(() => second).toBeDefined();
      isBroken = true;
      throw gone;
    }
    const stored = expect(blobs.put(randomUUID(), broken())).rejects.toBe(gone);
    await expect.poll(() => isBroken).toBe(true);
    // A part that arrived after the abort would stay, so the abort waits for it. This request would come after an early abort.
    await blobs.size(randomUUID());
    expect(requests(ABORTS)).toEqual([]);
    second?.resume();
    await stored;
    expect(requests(PARTS)).toHaveLength(2);
    expect(store.requests.at(-1)).toMatch(ABORTS);
    expect(await keys()).toEqual([]);
  });

  it('is refused and leaves no parts if it needs more than S3 allows', async () => {
    const client = new sdk.S3Client({ forcePathStyle: true, region: 'us-east-1' });
    const object = { Bucket: 'bucket', Key: `parts/${randomUUID()}` };
    const send = (length: number) => upload(sdk, client, object, pieces(BYTES.subarray(0, length)), 2);
    await expect(send(2 * PART_SIZE + 1)).rejects.toMatchObject({
      status: 413,
      message: 'The attachment store accepts at most 10485760 bytes per attachment.',
    });
    expect(store.requests.at(-1)).toMatch(ABORTS);
    expect(await keys()).toEqual([]);
    await send(2 * PART_SIZE);
    client.destroy();
    expect(await keys()).toHaveLength(1);
    await blobs.delete(object.Key.slice('parts/'.length));
  });

  it('sends the checksums of its parts if the environment asks for them', async () => {
    vi.stubEnv('AWS_REQUEST_CHECKSUM_CALCULATION', 'WHEN_SUPPORTED');
    const checked = await openS3('s3://bucket/parts');
    vi.stubEnv('AWS_REQUEST_CHECKSUM_CALCULATION', undefined);
    const created: unknown[] = [];
    const sums: unknown[] = [];
    store.interfere = ({ url = '', headers }) => {
      if (/\?uploads/.test(url)) created.push(headers['x-amz-checksum-algorithm']);
      if (/partNumber=/.test(url)) sums.push(headers['x-amz-checksum-crc32']);
      return undefined;
    };
    const key = randomUUID();
    await checked.put(key, pieces(TWO_PARTS));
    await checked.close();
    expect(created).toEqual(['CRC32']);
    expect(sums).toEqual(Array(2).fill(expect.stringMatching(/^[\w+/]{6}==$/)));
    expect((await stored(key))?.equals(TWO_PARTS)).toBe(true);
    await blobs.delete(key);
  });
});

const step = (pattern: RegExp, answer: ReturnType<Interference>): Interference => {
  return ({ method, url }) => (pattern.test(`${method} ${url}`) ? answer : undefined);
};

const FAILURES: [string, Interference, number][] = [
  ['answers 500 to the upload', step(/^POST .*\?uploads/, s3Error(500, 'InternalError')), 0],
  ['answers 500 to the second part', step(/partNumber=2&/, s3Error(500, 'InternalError')), 1],
  ['cuts the connection of the last part', step(/partNumber=4&/, 'cut'), 1],
  ['cuts the connection of the second part', step(/partNumber=2&/, 'cut'), 1],
];

it.each<[string, Interference, number]>([
  ...(IS_LONG ? FAILURES : []),
  ['answers 500 to the completion', step(/^POST .*uploadId=/, s3Error(500, 'InternalError')), 1],
])('an attachment gets a 503 and leaves no parts if the store %s', async (_, interfere, aborts) => {
  const directory = mkdtempSync(join(tmpdir(), 'testpoint-parts-'));
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const service = await startBareService({
    open: true,
    database: join(directory, 'service.db'),
    attachments: `s3://bucket/${randomUUID()}`,
  });
  try {
    store.interfere = interfere;
    const body = new FormData();
    body.append('file', new Blob([IS_LONG ? BYTES : TWO_PARTS]), 'file.bin');
    const answer = await service.request('POST', '/api/Public/attachment', { body });
    expect(answer).toMatchObject({
      status: 503,
      body: { detail: 'The attachment store is unreachable. Try again later.' },
    });
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(requests(ABORTS)).toHaveLength(aborts);
  } finally {
    await service.server.close();
    said.mockRestore();
    rmSync(directory, { recursive: true, force: true });
  }
});
