import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GUID_PATTERN } from '@testpoint/interface/constants';
import Libsql from 'libsql';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { ADA, type Service, startService, useServers } from './service.js';

useServers();

const LIMIT = 100_000;
const directory = mkdtempSync(join(tmpdir(), 'testpoint-attachments-'));
const database = join(directory, 'service.db');
const service = await startService({ attachmentLimit: LIMIT, database });
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function upload(target: Service, ...parts: [name: string, content: Blob | string, fileName?: string][]) {
  const body = new FormData();
  for (const [name, content, fileName] of parts) {
    if (typeof content === 'string') body.append(name, content);
    else body.append(name, content, fileName);
  }
  return target.request('POST', '/api/Public/attachment', { body });
}

/** Sets a file's times to long ago, and returns that time. */
function past(path: string): Date {
  const long = new Date('2001-01-01');
  utimesSync(path, long, long);
  return long;
}

function replaceByFolder(path: string): void {
  rmSync(path);
  mkdirSync(path);
}

const stored = () => readdirSync(`${database}-attachments`);

describe('an attachment', () => {
  it.each([
    ['an image', randomBytes(2048), 'page.png', 'image/png'],
    ['nothing', Buffer.alloc(0), 'empty.bin', 'application/octet-stream'],
    ['text with a name in several scripts', Buffer.from('текст 🙂'), 'отчёт 🙂 (1).txt', 'text/plain'],
    ['text with a name that is no path', Buffer.from('[]'), '../GET /users\\all.json', 'application/json'],
    ['as much as allowed', randomBytes(LIMIT), 'full.bin', 'video/webm'],
  ])('of %s comes back unchanged', async (_, bytes, name, contentType) => {
    const { status, body } = await upload(service, ['file', new Blob([bytes], { type: contentType }), name]);
    expect({ status, body }).toMatchObject({ status: 200, body: { name, contentType, size: bytes.length } });
    const { id } = body as { id: string };
    expect(id).toMatch(new RegExp(GUID_PATTERN));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await service.get(`/inspect/attachments/${id.toUpperCase()}`)).toMatchObject({
      status: 200,
      body: { id, name, contentType, size: bytes.length, sha256, receivedOn: expect.any(String) },
    });
    const content = await fetch(`${service.url}/inspect/attachments/${id}/content`, {
      headers: { SecretKeyBase64: ADA.secretKey },
    });
    expect(Buffer.from(await content.arrayBuffer()).equals(bytes)).toBe(true);
    expect(content.headers.get('content-type')).toBe('application/octet-stream');
    expect(stored()).toContain(id);
  });

  it('may contain an HTML page, which no browser runs', async () => {
    const { body } = await upload(service, ['file', new Blob(['<script>'], { type: 'text/html' }), 'x.html']);
    const { headers } = await service.get(`/inspect/attachments/${(body as { id: string }).id}/content`);
    expect(headers.get('content-disposition')).toBe('attachment');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('one byte over the limit is a 413, and nothing is stored', async () => {
    const before = stored();
    for (const size of [LIMIT + 1, 20 * LIMIT]) {
      const answer = await upload(service, ['file', new Blob([randomBytes(size)]), 'large.bin']);
      expect(answer).toMatchObject({ status: 413, body: { status: 413, detail: expect.stringContaining('100000') } });
    }
    expect(stored()).toEqual(before);
  });

  const file = new Blob(['x']);
  it.each<[string, Parameters<typeof upload>[1][]]>([
    ['no part', []],
    ['a part with another name', [['attachment', file, 'x.txt']]],
    ['a field in place of a file', [['file', 'text']]],
    [
      'two files',
      [
        ['file', file, 'a.txt'],
        ['file', file, 'b.txt'],
      ],
    ],
    [
      'a file and a part with another name',
      [
        ['file', file, 'a.txt'],
        ['other', file, 'b.txt'],
      ],
    ],
    ['many files', Array.from({ length: 20 }, () => ['file', file, 'a.txt'] as ['file', Blob, string])],
  ])('with %s is refused, and nothing is stored', async (_, parts) => {
    const before = stored();
    const answer = await upload(service, ...parts);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(stored()).toEqual(before);
  });

  it.each([
    ['JSON', '{}', 'application/json', 415],
    ['text', 'x', 'text/plain', 415],
    ['a multipart body without a boundary', 'x', 'multipart/form-data', 400],
    [
      'a multipart body that ends in its head',
      '--b\r\nContent-Disposition: form-data; name="file"',
      'multipart/form-data; boundary=b',
      400,
    ],
    [
      'a multipart body that ends in the file',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf',
      'multipart/form-data; boundary=b',
      400,
    ],
  ])('as %s is refused', async (_, body, type, status) => {
    const before = stored();
    expect(await service.request('POST', '/api/Public/attachment', { body, type })).toMatchObject({
      status,
      body: { status },
    });
    expect(stored()).toEqual(before);
  });

  it('as its plain bytes is refused with what to send', async () => {
    expect(await service.request('POST', '/api/Public/attachment', { body: 'x', type: 'image/png' })).toMatchObject({
      status: 415,
      body: { detail: 'The content type image/png is not supported. Send a file as multipart/form-data.' },
    });
  });

  const part = (head: string, content = 'content') => `--b\r\n${head}\r\n\r\n${content}\r\n--b--\r\n`;
  const multipart = (body: string) =>
    service.request('POST', '/api/Public/attachment', { body, type: 'multipart/form-data; boundary=b' });

  it.each([1, 20_000, LIMIT, 20 * LIMIT])('as a part of %s bytes that is no form data is refused', async (size) => {
    for (const head of ['Content-Disposition: inline; name="file"; filename="a"', 'Content-Type: text/plain']) {
      expect(await multipart(part(head, 'x'.repeat(size)))).toMatchObject({ status: 400 });
    }
  });

  it.each([
    ['no filename, as application/octet-stream', 'Content-Type: application/octet-stream', ''],
    ['an empty filename', 'Content-Type: text/plain', '; filename=""'],
    ['an empty filename, as application/octet-stream', 'Content-Type: application/octet-stream', '; filename=""'],
  ])('with %s is called "file"', async (_, type, filename) => {
    const answer = await multipart(part(`Content-Disposition: form-data; name="file"${filename}\r\n${type}`));
    expect(answer).toMatchObject({ status: 200, body: { name: 'file', size: 7 } });
  });

  it('as Node’s own form data with an empty name is called "file"', async () => {
    const form = new FormData();
    form.append('file', new File(['content'], ''));
    const answer = await service.request('POST', '/api/Public/attachment', { body: form });
    expect(answer).toMatchObject({ status: 200, body: { name: 'file', size: 7 } });
  });

  const HEAD = 'Content-Disposition: form-data; name';
  it.each([
    ['a text part', part(`${HEAD}="file"`)],
    ['a text part of JSON', part(`${HEAD}="file"\r\nContent-Type: application/json`, '{')],
    ['a long text part', part(`${HEAD}="file"`, 'x'.repeat(LIMIT))],
    ['a part named __proto__', part(`${HEAD}="__proto__"`)],
    ['a file named __proto__', part(`${HEAD}="__proto__"; filename="a"`)],
    ['a part without a name', part('Content-Disposition: form-data; filename="a"')],
    ['a part without a disposition', part('Content-Type: text/plain')],
    ['a part without a head', '--b\r\n\r\ncontent\r\n--b--\r\n'],
    ['three text parts', `--b\r\n${HEAD}="a"\r\n\r\na\r\n`.repeat(3).concat('--b--\r\n')],
    ['three files', `--b\r\n${HEAD}="file"; filename="a"\r\n\r\na\r\n`.repeat(3).concat('--b--\r\n')],
    ['a file and a text part', `--b\r\n${HEAD}="file"; filename="a"\r\n\r\na\r\n${part(`${HEAD}="file"`)}`],
  ])('with %s is a 400 that says what to send, and nothing is stored', async (_, body) => {
    const before = stored();
    const answer = await multipart(body);
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining('a file named "file"') } });
    expect(stored()).toEqual(before);
  });

  it('leaves no file if the database fails', async () => {
    const file = join(directory, 'refusing.db');
    const other = await startService({ database: file, open: true });
    const refusing = new Libsql(file);
    refusing.exec(
      "CREATE TRIGGER refuse BEFORE INSERT ON attachments BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END",
    );
    refusing.close();
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      expect((await upload(other, ['file', new Blob(['x']), 'x'])).status).toBe(500);
    } finally {
      said.mockRestore();
    }
    expect(readdirSync(`${file}-attachments`)).toEqual([]);
  });

  it.each([
    ['missing', (path: string) => rmSync(path)],
    ['shorter than it was', (path: string) => writeFileSync(path, 'shor')],
    ['replaced by a folder', replaceByFolder],
  ])('whose file is %s is a 404 with a problem document', async (_, spoil) => {
    const { body } = await upload(service, ['file', new Blob(['content']), 'x']);
    const { id } = body as { id: string };
    spoil(join(`${database}-attachments`, id));
    for (const method of ['GET', 'HEAD']) {
      const answer = await service.request(method, `/inspect/attachments/${id}/content`);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      if (method === 'GET') expect(answer.body).toMatchObject({ status: 404, detail: expect.stringContaining(id) });
    }
    rmSync(join(`${database}-attachments`, id), { recursive: true, force: true });
  });

  it('is not read for HEAD', async () => {
    const { body } = await upload(service, ['file', new Blob(['content']), 'x']);
    const { id } = body as { id: string };
    const path = join(`${database}-attachments`, id);
    const long = past(path);
    const answer = await service.request('HEAD', `/inspect/attachments/${id}/content`);
    expect(answer).toMatchObject({ status: 200, body: '' });
    expect(answer.headers.get('content-length')).toBe('7');
    expect(answer.headers.get('content-disposition')).toBe('attachment');
    expect(statSync(path).atimeMs).toBe(long.getTime());
  });

  it('can be read in ranges', async () => {
    const { body } = await upload(service, ['file', new Blob(['0123456789']), 'x']);
    const { id } = body as { id: string };
    const read = (range: Record<string, string>) =>
      service.request('GET', `/inspect/attachments/${id}/content`, {
        headers: { SecretKeyBase64: ADA.secretKey, ...range },
      });
    const part = await read({ range: 'bytes=2-4' });
    expect(part).toMatchObject({ status: 206, body: '234' });
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
    expect(part.headers.get('content-length')).toBe('3');
    const etag = part.headers.get('etag') ?? '';
    expect(await read({ range: 'bytes=-2', 'if-range': etag })).toMatchObject({ status: 206, body: '89' });
    expect(await read({ range: 'bytes=-2', 'if-range': '"another"' })).toMatchObject({
      status: 200,
      body: '0123456789',
    });
    const behind = await read({ range: 'bytes=10-' });
    expect(behind).toMatchObject({ status: 416, body: { status: 416, detail: expect.stringContaining('10 bytes') } });
    expect(behind.headers.get('content-range')).toBe('bytes */10');
  });

  it('whose upload breaks off leaves nothing, and the server keeps working', async () => {
    const before = stored();
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /api/Public/attachment HTTP/1.1\r\nHost: localhost\r\nSecretKeyBase64: ${ADA.secretKey}\r\nContent-Length: 90000\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\n\r\n' +
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf of it',
    );
    await expect.poll(() => stored().length).toBe(before.length + 1);
    socket.destroy();
    await expect.poll(stored).toEqual(before);
    expect((await upload(service, ['file', new Blob(['x']), 'x'])).status).toBe(200);
  });

  it('with an unknown id is a 404, with an invalid id a 400', async () => {
    for (const rest of ['', '/content']) {
      expect((await service.get(`/inspect/attachments/11111111-1111-4111-8111-111111111111${rest}`)).status).toBe(404);
      expect((await service.get(`/inspect/attachments/x${rest}`)).status).toBe(400);
    }
  });
});

it('attachments of an in-memory server are deleted when it closes', async () => {
  const other = await startService();
  const { body } = await upload(other, ['file', new Blob(['x']), 'x.txt']);
  const { id } = body as { id: string };
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith('testpoint-server-'));
  const folder = folders.map((name) => join(tmpdir(), name)).find((path) => existsSync(join(path, id)));
  expect(folder).toBeDefined();
  await other.server.close();
  expect(existsSync(folder ?? '')).toBe(false);
});

it('a server deletes incomplete files and files without a row that a killed server left', async () => {
  const file = join(directory, 'cleared.db');
  const folder = `${file}-attachments`;
  const first = await startService({ database: file });
  const { body } = await upload(first, ['file', new Blob(['kept']), 'kept.txt']);
  await first.server.close();
  writeFileSync(join(folder, 'x.partial'), 'half');
  writeFileSync(join(folder, crypto.randomUUID()), 'without a row');
  writeFileSync(join(folder, 'README'), 'of the user');
  await startService({ database: file });
  expect(readdirSync(folder).sort()).toEqual([(body as { id: string }).id, 'README'].sort());
});

it('an upload creates its folder again after something deleted the temporary folders', async () => {
  const other = await startService();
  const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('testpoint-server-'));
  const before = folders();
  await upload(other, ['file', new Blob(['x']), 'x.txt']);
  for (const name of folders()) if (!before.includes(name)) rmSync(join(tmpdir(), name), { recursive: true });
  expect((await upload(other, ['file', new Blob(['x']), 'x.txt'])).status).toBe(200);
});
