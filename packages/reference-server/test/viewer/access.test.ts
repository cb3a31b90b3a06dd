import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ADA, catalog, LOGIN, type Service, startBareService, startService, useServers } from '../service.js';

useServers();
const service = await startService();

type Headers = Record<string, string>;
interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends exactly these headers: `fetch` adds some, and refuses to send others. */
function send(server: Service, method: string, path: string, headers: Headers = {}, body?: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const sending = httpRequest({ hostname, port, method, path, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

const JSON_HEADERS = { 'content-type': 'application/json' };
const signIn = (server: Service, body: unknown, headers: Headers = {}) =>
  send(server, 'POST', '/viewer/sign-in', { ...JSON_HEADERS, origin: server.url, ...headers }, JSON.stringify(body));
const CREDENTIALS = { key: ADA.secretKey, userName: ADA.userName };
const cookieOf = ({ headers }: Reply) => String(headers['set-cookie']).split(';')[0] ?? '';
const SAME = { 'sec-fetch-site': 'same-origin' };

describe('someone who signs in', () => {
  it('gets a cookie for reading, which ends with signing out', async () => {
    const answer = await signIn(service, CREDENTIALS);
    expect(answer.status).toBe(204);
    const [set] = answer.headers['set-cookie'] ?? [];
    expect(set).toMatch(/^testpoint-[0-9a-f]{16}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    const cookie = cookieOf(answer);
    expect((await send(service, 'GET', '/viewer/runs', { cookie, ...SAME })).status).toBe(200);
    expect((await send(service, 'GET', '/viewer/runs', { cookie, 'sec-fetch-site': 'none' })).status).toBe(200);
    const session = await send(service, 'GET', '/viewer/session', { cookie, ...SAME });
    expect(JSON.parse(session.text)).toEqual({ open: false, local: false, signedIn: true });

    const headers = { ...JSON_HEADERS, cookie, origin: service.url, ...SAME };
    const out = await send(service, 'POST', '/viewer/sign-out', headers, '{}');
    expect([out.status, out.headers['set-cookie']]).toEqual([204, [expect.stringContaining('Max-Age=0')]]);
    expect((await send(service, 'GET', '/viewer/runs', { cookie, ...SAME })).status).toBe(401);
  });

  it.each([
    ['a wrong key', { ...CREDENTIALS, key: 'wrong' }],
    ['the key of another user', { ...CREDENTIALS, userName: 'grace' }],
  ])('with %s gets a 401 and no cookie', async (_, body) => {
    const answer = await signIn(service, body);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined]);
  });

  it.each([
    ['from another origin', { origin: 'https://evil.example' }],
    ['from another port', { origin: 'http://127.0.0.1:1' }],
    ['from nowhere', { origin: 'null' }],
    ['across sites', { 'sec-fetch-site': 'cross-site' }],
  ])('%s is refused', async (_, headers) => {
    expect((await signIn(service, CREDENTIALS, headers)).status).toBe(403);
  });

  it('with a form instead of JSON is refused', async () => {
    expect((await signIn(service, CREDENTIALS, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await signIn(service, CREDENTIALS, { 'content-type': 'application/json-patch+json' })).status).toBe(415);
  });

  it('and fails again and again has to wait, but others do not', async () => {
    const flooded = await startService({ trustedProxies: ['127.0.0.1'] });
    const from = (address: string, body: unknown) => signIn(flooded, body, { 'x-forwarded-for': address });
    const wrong = { userName: 'ada', key: 'guess' };
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess++) statuses.push((await from('192.0.2.1', wrong)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
    const late = await from('192.0.2.1', CREDENTIALS);
    expect(late.status).toBe(429);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    expect((await from('192.0.2.2', CREDENTIALS)).status).toBe(204);
  });

  it('cannot choose an address if the proxy is not trusted', async () => {
    const own = await startService();
    const from = (address: string) => signIn(own, { userName: 'x', key: 'guess' }, { 'x-forwarded-for': address });
    const statuses: number[] = [];
    for (let guess = 0; guess < 5; guess++) statuses.push((await from(`192.0.2.${guess}`)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
  });
});

describe('a cookie', () => {
  it.each([
    ['of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['of another port', { 'sec-fetch-site': 'same-site' }, 403],
    ['without a word about its site, on loopback', {}, 401],
  ])('in a request %s reads nothing', async (_, headers, status) => {
    const cookie = cookieOf(await signIn(service, CREDENTIALS));
    expect((await send(service, 'GET', '/viewer/runs', { cookie, ...(headers as Headers) })).status).toBe(status);
  });

  it('gives no access to the interface, to the inspection, or to any POST', async () => {
    const cookie = cookieOf(await signIn(service, CREDENTIALS));
    const run = await service.newRun([LOGIN]);
    const headers = { cookie, ...SAME, origin: service.url };
    for (const path of ['/inspect/runs', '/api/Public/GetTestRuns/1', `/inspect/runs/${run}`]) {
      expect((await send(service, 'GET', path, headers)).status).toBe(401);
    }
    const post = (path: string) => send(service, 'POST', path, { ...headers, ...JSON_HEADERS }, '[]');
    expect((await post(`/api/v2/testRuns/${run}/testResults`)).status).toBe(401);
    expect((await post(`/api/Public/StopTestRun/${run}`)).status).toBe(401);
    expect((await post('/viewer/runs')).status).toBe(405);
  });

  it('is enough behind a proxy that asks for a password of its own', async () => {
    const cookie = cookieOf(await signIn(service, CREDENTIALS));
    const authorization = `Basic ${Buffer.from('team:password').toString('base64')}`;
    expect((await send(service, 'GET', '/viewer/runs', { cookie, authorization, ...SAME })).status).toBe(200);
    expect((await send(service, 'GET', '/viewer/runs', { authorization, ...SAME })).status).toBe(401);
    const wrong = { cookie, authorization: 'PrivateToken wrong', ...SAME };
    expect((await send(service, 'GET', '/viewer/runs', wrong)).status).toBe(401);
  });

  it('that is guessed, of another server, or altered is refused', async () => {
    const cookie = cookieOf(await signIn(service, CREDENTIALS));
    const other = await startService();
    for (const given of [cookie.replace(/=.{3}/, '=aaa'), cookie.replace(/^/, 'x'), `${cookie}x`, '']) {
      expect((await send(service, 'GET', '/viewer/runs', { cookie: given, ...SAME })).status).toBe(401);
    }
    expect((await send(other, 'GET', '/viewer/runs', { cookie, ...SAME })).status).toBe(401);
  });

  it('behind TLS is secure and bound to the host', async () => {
    const secure = await startService({ publicUrl: 'https://tests.example.org', allowedHosts: ['tests.example.org'] });
    const host = { host: 'tests.example.org' };
    expect((await signIn(secure, CREDENTIALS, host)).status).toBe(403);
    const answer = await signIn(secure, CREDENTIALS, { ...host, origin: 'https://tests.example.org' });
    expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-testpoint-.*; Path=\/; .*; Secure$/);
    const cookie = cookieOf(answer);
    expect((await send(secure, 'GET', '/viewer/runs', { ...host, cookie, ...SAME })).status).toBe(200);
    expect((await send(secure, 'GET', '/viewer/runs', { ...host, cookie })).status).toBe(401);
  });

  it.each([
    ['has left the catalog', { ...catalog, users: [{ userName: 'new', secretKey: 'a2V5' }] }],
    ['has another key', { ...catalog, users: [{ userName: ADA.userName, secretKey: 'bmV3' }] }],
  ])('is refused when its user %s', async (_, changed) => {
    const directory = mkdtempSync(join(tmpdir(), 'testpoint-access-'));
    const options = { database: join(directory, 'service.db') };
    const first = await startService(options);
    const cookie = cookieOf(await signIn(first, CREDENTIALS));
    await first.server.close();
    const same = await startService(options);
    expect((await send(same, 'GET', '/viewer/runs', { cookie, ...SAME })).status).toBe(200);
    await same.server.close();
    const later = await startService({ ...options, catalog: changed });
    expect((await send(later, 'GET', '/viewer/runs', { cookie, ...SAME })).status).toBe(401);
    await later.server.close();
    rmSync(directory, { recursive: true, force: true });
  });
});

describe('without a cookie', () => {
  it('nothing is read, except with a key in a header', async () => {
    const paths = ['/viewer/runs', '/viewer/history?id=x', '/viewer/events'];
    for (const path of paths) expect((await send(service, 'GET', path, SAME)).status).toBe(401);
    expect((await send(service, 'GET', '/viewer/runs', { secretkeybase64: ADA.secretKey })).status).toBe(200);
    expect((await send(service, 'GET', '/viewer/runs', { secretkeybase64: 'wrong' })).status).toBe(401);
  });

  it('an open server on loopback needs no sign-in, but refuses other sites and host names that are not its own', async () => {
    const open = await startBareService({ open: true });
    expect((await send(open, 'GET', '/viewer/runs')).status).toBe(200);
    expect((await send(open, 'GET', '/viewer/runs', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await send(open, 'GET', '/viewer/runs', { host: 'evil.example' })).status).toBe(403);
    expect((await send(open, 'GET', '/viewer/runs')).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
  });

  it('an open server that others can reach shows its pages only under the names that it was given', async () => {
    const hidden = await startBareService({ open: true, host: '0.0.0.0' });
    expect((await send(hidden, 'GET', '/viewer/runs', { host: 'tests.example' })).status).toBe(403);
    const shown = await startBareService({ open: true, host: '0.0.0.0', allowedHosts: ['tests.example'] });
    expect((await send(shown, 'GET', '/viewer/runs', { host: 'tests.example:80' })).status).toBe(200);
    expect((await send(shown, 'GET', '/viewer/runs', { host: 'evil.example' })).status).toBe(403);
  });
});

it.each([
  ['text/html', 'text/plain; charset=utf-8', 'inline'],
  ['image/svg+xml', 'application/octet-stream', 'attachment'],
  ['application/xhtml+xml', 'application/octet-stream', 'attachment'],
  ['application/pdf', 'application/octet-stream', 'attachment'],
  ['image/png', 'image/png', 'inline'],
  ['video/webm', 'video/webm', 'inline'],
])('an attachment of type %s cannot act as a page', async (given, type, disposition) => {
  const form = new FormData();
  form.append('file', new Blob(['<script>alert(1)</script>'], { type: given }), `x"'<script>\u{1f4a5}.html`);
  const { body } = await service.request('POST', '/api/Public/attachment', { body: form });
  const { id } = body as { id: string };
  const answer = await service.get(`/viewer/attachments/${id}/content`);
  expect(answer.headers.get('content-type')).toBe(type);
  expect(answer.headers.get('content-disposition')).toMatch(
    new RegExp(`^${disposition}; filename\\*=UTF-8''[\\w%.-]+$`),
  );
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
});
