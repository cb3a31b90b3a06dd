import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { compileRedaction } from '../src/result/masking/redaction.js';
import { clientOf, GUID, type Loopback, listen, type Received, rejection, startHttp } from './loopback.js';

const MIB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'testpoint-attachment-'));
let service: Loopback;
afterEach(() => service.close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function startService(): Promise<void> {
  service = await startHttp((_request, response) => response.end(`{"id":"${GUID}"}`));
}

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** The one part of a form: its header lines and its content. */
function partOf(request: Received | undefined): { header: string; content: string } {
  const text = request?.body.toString('latin1') ?? '';
  const boundary = /boundary=(.*)$/.exec(request?.headers['content-type'] ?? '')?.[1];
  const [before, part, after] = text.split(`--${boundary}`);
  expect([before, after]).toEqual(['', '--\r\n']);
  const [header = '', ...content] = (part ?? '').slice(2, -2).split('\r\n\r\n');
  return { header: Buffer.from(header, 'latin1').toString(), content: content.join('\r\n\r\n') };
}

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a little', Buffer.from('\r\n\r\n--x\r\n')],
  ['more than one block', Buffer.alloc(600_001, 'abc')],
])('a file of %s arrives unchanged, with its length known in advance', async (_what, content) => {
  await startService();
  expect(
    await clientOf(service.url).uploadAttachment({ name: 'a.png', contentType: 'image/png', path: file('a', content) }),
  ).toBe(GUID);
  const [request] = service.received;
  expect(request).toMatchObject({ method: 'POST', url: '/api/Public/attachment' });
  expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(request?.headers['content-length']).toBe(String(request?.body.length));
  const part = partOf(request);
  expect(part.header).toBe('Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png');
  expect(part.content).toBe(content.toString('latin1'));
});

test.each([
  ['GET /users', 'GET /users'],
  ['a "b"\r\nX-Evil: 1', 'a %22b%22%0D%0AX-Evil: 1'],
  ['one\rtwo\nthree\n\rfour', 'one%0D%0Atwo%0D%0Athree%0D%0A%0D%0Afour'],
  ['../a//b\\c/', '../a//b\\c/'],
  ['"'.repeat(300), `${'%22'.repeat(160)}…${'%22'.repeat(39)}`],
  ['日本 😀.png', '日本 😀.png'],
  ['\0\x1b[31mred', '[31mred'],
  ['', 'attachment'],
  [`${'x'.repeat(5000)}.webm`, `${'x'.repeat(160)}…${'x'.repeat(34)}.webm`],
])('the name %j is sent as %j', async (name, sent) => {
  await startService();
  await clientOf(service.url).uploadAttachment({ name, contentType: 'no\r\ntype', content: Buffer.from('x') });
  expect(partOf(service.received[0]).header).toBe(
    `Content-Disposition: form-data; name="file"; filename="${sent}"\r\nContent-Type: application/octet-stream`,
  );
});

test.each([
  ['in memory', { content: new Uint8Array() }],
  ['in a file', { path: file('empty', '') }],
])('empty content %s is sent as a form with an empty part and its length', async (_what, source) => {
  await startService();
  await clientOf(service.url).uploadAttachment({ name: 'empty.txt', contentType: 'text/plain', ...source });
  const [request] = service.received;
  expect(partOf(request)).toEqual({
    header: 'Content-Disposition: form-data; name="file"; filename="empty.txt"\r\nContent-Type: text/plain',
    content: '',
  });
  expect(request?.headers['content-length']).toBe(String(request?.body.length));
});

test.each([
  ['small', 1000],
  ['large', 3 * MIB],
])('secrets in a %s text file are masked on the way', async (_size, length) => {
  await startService();
  const text = 'x secret y\n'.repeat(length / 11);
  const redaction = compileRedaction('secret', []);
  await clientOf(service.url).uploadAttachment({
    name: 'log',
    path: file('log', text),
    mask: redaction,
  });
  expect(partOf(service.received[0]).content).toBe(text.replaceAll('secret', '***'));
});

/** Text in which a character of three bytes crosses the limit of 64 KiB by which a file is judged. */
const ACROSS = `x secret y${'x'.repeat(64 * 1024 - 11)}日 secret\n`;
/** Text and bytes of UTF-16 in either order. */
const wide = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
const wideBackwards = (text: string) => wide(text).swap16();

test.each<[string, (text: string) => Buffer, string, string]>([
  ['a table', Buffer.from, 'application/csv', 'secret;1\n'],
  ['queries', Buffer.from, 'application/sql', "select 'secret';\n"],
  ['no media type', Buffer.from, '', 'é secret\n'],
  ['an image of text', Buffer.from, 'image/x-portable', 'secret'],
  ['a character cut at 64 KiB', Buffer.from, 'application/octet-stream', ACROSS],
  ['1 MiB and more', Buffer.from, 'application/octet-stream', 'ü secret y\n'.repeat(200_000)],
  ['UTF-16', wide, 'application/octet-stream', 'ein secret wört'],
  ['UTF-16, big-endian', wideBackwards, 'text/plain', 'ein secret wört'],
  ['1 MiB and more of UTF-16', wideBackwards, 'application/sql', 'ü secret 😀\n'.repeat(100_000)],
])('text is masked, whatever its media type says: %s', async (_what, encode, contentType, text) => {
  await startService();
  const client = clientOf(service.url);
  const mask = compileRedaction('secret', []);
  const content = encode(text);
  await client.uploadAttachment({ name: 'a', contentType, path: file('text', content), mask });
  await client.uploadAttachment({ name: 'a', contentType, content, mask });
  const masked = encode(text.replaceAll('secret', '***')).toString('latin1');
  for (const request of service.received) expect(partOf(request).content === masked).toBe(true);
  expect(service.received).toHaveLength(2);
});

test.each([
  ['with a NUL', 'image/png', Buffer.from('\x89PNG\r\n\0 secret')],
  ['that is not UTF-8', 'application/x-thing', Buffer.from('\xff\xd8 secret', 'latin1')],
  ['of 1 MiB and more', 'video/webm', Buffer.from('\0 secret'.repeat(200_000))],
])('binary content %s arrives byte for byte, with its length known in advance', async (_what, contentType, content) => {
  await startService();
  const client = clientOf(service.url);
  const mask = compileRedaction('secret', []);
  await client.uploadAttachment({ name: 'a', contentType, path: file('binary', content), mask });
  await client.uploadAttachment({ name: 'a', contentType, content, mask });
  for (const request of service.received) {
    expect(partOf(request).content === content.toString('latin1')).toBe(true);
    expect(request.headers['content-length']).toBe(String(request.body.length));
  }
  expect(service.received).toHaveLength(2);
});

test('a missing file and a folder are unreadable, and the error names the attachment', async () => {
  await startService();
  const client = clientOf(service.url);
  for (const path of [join(folder, 'nowhere'), folder]) {
    const error = await rejection(client.uploadAttachment({ name: 'video', path }));
    expect(error).toMatchObject({ code: 'ATTACHMENT_UNREADABLE' });
    expect(error).toMatchObject({ message: expect.stringContaining('video') });
  }
  expect(service.received).toEqual([]);
});

test('a file that becomes shorter while it is sent is unreadable, and the connection does not hang', async () => {
  const path = file('shrinking', Buffer.alloc(8 * MIB));
  const server = createServer((request) => {
    request.pause();
    truncateSync(path, MIB);
    request.resume();
  });
  service = await listen(server, () => server.closeAllConnections());
  expect(await rejection(clientOf(service.url).uploadAttachment({ name: 'shrinking', path }))).toMatchObject({
    code: 'ATTACHMENT_UNREADABLE',
  });
});

test('an upload on a kept connection that was closed while idle is sent again from its beginning', async () => {
  const path = file('again', Buffer.alloc(300_000, 'z'));
  let requests = 0;
  const server = createServer((request, response) => {
    if (++requests === 2) return request.socket.resetAndDestroy();
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
    });
    request.on('end', () => response.end(size > 300_000 ? `"${GUID}"` : ''));
  });
  service = await listen(server, () => server.closeAllConnections());
  const client = clientOf(service.url);
  await client.startRun(GUID);
  expect(await client.uploadAttachment({ name: 'again', path })).toBe(GUID);
  expect(requests).toBe(3);
});

test('a refusal before the end is read, and a service that hangs up is a connection error', async () => {
  const path = file('big', Buffer.alloc(20 * MIB));
  let requests = 0;
  const server = createServer((request, response) => {
    if (++requests === 1) response.writeHead(413).end('{"detail":"too big"}');
    else request.socket.destroy();
    request.resume();
  });
  service = await listen(server, () => server.closeAllConnections());
  const client = clientOf(service.url);
  expect(await rejection(client.uploadAttachment({ name: 'big', path }))).toMatchObject({
    code: 'TOO_LARGE',
    detail: 'too big',
  });
  expect(await rejection(client.uploadAttachment({ name: 'big', path }))).toMatchObject({ code: 'CONNECTION_FAILED' });
});

test('memory stays flat however large the file is', async () => {
  const path = file('huge', '');
  truncateSync(path, 256 * MIB);
  let highest = 0;
  let size = 0;
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      highest = Math.max(highest, process.memoryUsage.rss());
    });
    request.on('end', () => response.end(`"${GUID}"`));
  });
  service = await listen(server, () => server.closeAllConnections());
  const client = clientOf(service.url);
  await client.uploadAttachment({ name: 'warm-up', content: Buffer.alloc(8 * MIB) });
  const before = process.memoryUsage.rss();
  await client.uploadAttachment({ name: 'huge', path });
  expect(size).toBeGreaterThan(256 * MIB);
  expect((highest - before) / MIB).toBeLessThan(96);
});
