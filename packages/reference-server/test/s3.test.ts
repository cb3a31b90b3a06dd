import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openS3 } from '../src/blobs/open-s3.js';
import { startServer } from '../src/index.js';
import { type Interference, S3Store, s3Error } from './s3-store.js';
import { ADA, type Service, startBareService, useServers } from './service.js';

useServers();

const MEBIBYTE = 1024 * 1024;
const directory = mkdtempSync(join(tmpdir(), 'testpoint-s3-test-'));
const store = await S3Store.start();
for (const [name, value] of Object.entries(store.environment)) vi.stubEnv(name, value);
/** Standard error, where the server reports failures. */
const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
afterEach(() => {
  store.interfere = () => undefined;
  said.mockClear();
});
afterAll(async () => {
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});

const start = (name: string, options = {}) =>
  startBareService({
    open: true,
    database: join(directory, `${name}.db`),
    attachments: `s3://bucket/${name}`,
    ...options,
  });

function upload(service: Service, content: Uint8Array<ArrayBuffer>) {
  const body = new FormData();
  body.append('file', new Blob([content]), 'file.bin');
  return service.request('POST', '/api/Public/attachment', { body });
}

/** The keys with a prefix, including the marker of a database and its attachment. */
async function keysIn(prefix: string): Promise<string[]> {
  const blobs = await openS3(`s3://bucket/${prefix}`);
  const keys: string[] = [];
  for await (const { key } of blobs.list()) keys.push(key);
  await blobs.close();
  return keys.sort();
}

describe('attachments in S3', () => {
  let service: Service;
  let claimed: string[];
  beforeAll(async () => {
    service = await start('shop', { attachmentLimit: 6 * MEBIBYTE });
    claimed = await keysIn('shop');
  });

  it('come back unchanged, as a whole and in ranges, even after a restart', async () => {
    const bytes = randomBytes(6 * MEBIBYTE);
    const first = await start('kept');
    const answer = await upload(first, bytes);
    expect(answer).toMatchObject({ status: 200, body: { size: bytes.length } });
    await first.server.close();
    const second = await start('kept');
    const url = `${second.url}/inspect/attachments/${(answer.body as { id: string }).id}/content`;
    const headers = { SecretKeyBase64: ADA.secretKey };
    const whole = await fetch(url, { headers });
    expect(bytes.equals(Buffer.from(await whole.arrayBuffer()))).toBe(true);
    const part = await fetch(url, { headers: { ...headers, range: 'bytes=6000000-6000009' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(6_000_000, 6_000_010));
    const head = await fetch(url, { method: 'HEAD', headers });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
  });

  it('over the limit are a 413, and nothing is stored', async () => {
    expect((await upload(service, randomBytes(6 * MEBIBYTE + 1))).status).toBe(413);
    expect(await keysIn('shop')).toEqual(claimed);
    const aborted = store.requests.filter((line) => /^DELETE .*shop.*uploadId=/.test(line));
    expect(aborted).toHaveLength(1);
  });

  it('whose client goes away leave nothing', async () => {
    store.requests.length = 0;
    const headers = { SecretKeyBase64: 'x', 'content-type': 'multipart/form-data; boundary=b' };
    const sending = request(`${service.url}/api/Public/attachment`, { method: 'POST', headers });
    sending.on('error', () => {});
    sending.write('--b\r\nContent-Disposition: form-data; name="file"; filename="half"\r\n\r\n');
    sending.write(randomBytes(11 * MEBIBYTE));
    await expect.poll(() => store.requests.filter((line) => line.startsWith('PUT'))).not.toEqual([]);
    sending.destroy();
    const aborted = () => store.requests.filter((line) => /^DELETE .*uploadId=/.test(line));
    await expect.poll(aborted).toHaveLength(1);
    expect(await keysIn('shop')).toEqual(claimed);
  });

  it.each<[string, Interference]>([
    ['cuts every connection', () => 'cut'],
    ['is not available', () => s3Error(503, 'SlowDown')],
  ])('are a 503 with Retry-After while the store %s, and work again when it does', async (_, interfere) => {
    const { body } = await upload(service, Buffer.from('content'));
    const { id } = body as { id: string };
    store.interfere = interfere;
    // The server reuses an answer for a second, also that of the test before.
    await expect.poll(async () => (await service.get('/ready')).status).toBe(503);
    for (const answer of [
      await upload(service, Buffer.from('lost')),
      await service.get(`/inspect/attachments/${id}/content`),
      await service.get('/ready'),
    ]) {
      expect(answer).toMatchObject({ status: 503, body: { status: 503 } });
      expect(answer.headers.get('retry-after')).toBe('5');
    }
    expect(said.mock.calls.join('')).toContain('Cannot use s3://bucket/shop for attachments: ');
    store.interfere = () => undefined;
    expect((await service.get(`/inspect/attachments/${id}/content`)).body).toBe('content');
    await expect.poll(async () => (await service.get('/ready')).status).toBe(200);
    expect(await keysIn('shop')).toEqual([...claimed, id].sort());
    await removeFrom('shop', id);
  });

  it('whose content is gone are a 404', async () => {
    const { body } = await upload(service, Buffer.from('content'));
    const { id } = body as { id: string };
    await removeFrom('shop', id);
    for (const method of ['GET', 'HEAD']) {
      expect((await service.request(method, `/inspect/attachments/${id}/content`)).status).toBe(404);
    }
  });

  it('cannot be taken over by another database, whose server would delete them', async () => {
    const other = { database: join(directory, 'other.db') };
    await expect(start('shop', other)).rejects.toThrow(
      'The attachments in s3://bucket/shop belong to another database. Use another place, or delete "database" there to give them up.',
    );
  });

  it('cannot share a prefix with other files', async () => {
    const blobs = await openS3('s3://bucket/holiday');
    await blobs.put('beach.jpg', content('sand'));
    await blobs.close();
    await expect(start('holiday')).rejects.toThrow('s3://bucket/holiday contains other files ("beach.jpg").');
  });
});

async function* content(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function removeFrom(prefix: string, key: string): Promise<void> {
  const blobs = await openS3(`s3://bucket/${prefix}`);
  await blobs.delete(key);
  await blobs.close();
}

describe('a server does not start', () => {
  const denied = s3Error(403, 'AccessDenied', 'Access Denied');
  it.each<[string, string, Record<string, string>, Interference | undefined, string]>([
    [
      'without the bucket',
      's3://missing/x',
      {},
      undefined,
      'the bucket missing does not exist. Create it, or use another one.',
    ],
    [
      'with a key that the store does not know',
      's3://bucket/x',
      { AWS_ACCESS_KEY_ID: 'WRONG' },
      undefined,
      'the store rejects the credentials (InvalidAccessKeyId). Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    ],
    [
      'with a wrong secret',
      's3://bucket/x',
      {},
      () => s3Error(403, 'SignatureDoesNotMatch'),
      'the store rejects the credentials (SignatureDoesNotMatch). Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    ],
    [
      'while the store is unreachable',
      's3://bucket/x',
      { AWS_ENDPOINT_URL: 'http://127.0.0.1:1' },
      undefined,
      'http://127.0.0.1:1 is unreachable (ECONNREFUSED). Start it, or correct AWS_ENDPOINT_URL.',
    ],
    [
      'without permission to list',
      's3://bucket/x',
      {},
      ({ method, url }) => (method === 'GET' && url?.includes('list-type') ? denied : undefined),
      'the store denies access (Access Denied). Grant s3:ListBucket on the bucket, and s3:GetObject, s3:PutObject,',
    ],
    [
      'without permission to write',
      's3://bucket/x',
      {},
      ({ method }) => (method === 'PUT' ? denied : undefined),
      'Grant s3:',
    ],
    [
      'without permission to delete',
      's3://bucket/x',
      {},
      ({ method }) => (method === 'DELETE' ? denied : undefined),
      'Grant s3:',
    ],
    ['with a bucket that has no name', 's3:///x', {}, undefined, 'it must have the form s3://bucket/prefix.'],
    ['with another kind of store', 'gs://bucket/x', {}, undefined, 'it must be a folder, or s3://bucket/prefix.'],
    [
      'with an endpoint that is not a URL',
      's3://bucket/x',
      { AWS_ENDPOINT_URL: 'localhost:9000' },
      undefined,
      'AWS_ENDPOINT_URL must be a URL such as http://localhost:9000, not localhost:9000.',
    ],
  ])('%s, and says in one line what to do', async (_, attachments, environment, interfere, message) => {
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    if (interfere !== undefined) store.interfere = interfere;
    const starting = startServer({ port: 0, open: true, database: join(directory, 'refused.db'), attachments });
    try {
      const error: Error = await starting.then(
        () => new Error('It started.'),
        (reason) => reason,
      );
      expect(error.message).toContain(message);
      expect(error.message.split('\n')).toHaveLength(1);
    } finally {
      for (const [name, value] of Object.entries(store.environment)) vi.stubEnv(name, value);
    }
  });

  it('with a database in memory, which would forget the attachments', async () => {
    const starting = startServer({ port: 0, open: true, attachments: 's3://bucket/x' });
    await expect(starting).rejects.toThrow('Pass --database, too.');
  });
});
