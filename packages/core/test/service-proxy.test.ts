import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { proxyFor } from '../src/service/connections/proxy.js';
import { clientOf, GUID, type Loopback, listen, rejection, startHttp, startTcp } from './loopback.js';

const open: Loopback[] = [];

beforeEach(() => {
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY']) {
    vi.stubEnv(name, '');
    vi.stubEnv(name.toLowerCase(), '');
  }
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** A proxy for plain http: accepts absolute URLs and forwards their requests. */
async function startPlainProxy(): Promise<Loopback> {
  const proxy = await startHttp((request, response, count) => {
    const { body } = proxy.received[count - 1] ?? { body: '' };
    const onwards = httpRequest(request.url ?? '', { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onwards.end(body);
  });
  open.push(proxy);
  return proxy;
}

/** A proxy that tunnels (CONNECT), or refuses with another status. */
async function startTunnel(targets: string[], status = 200): Promise<Loopback> {
  const sockets = new Set<Socket>();
  const server = createHttpServer((_request, response) => response.writeHead(500).end());
  server.on('connect', (request, socket: Socket) => {
    sockets.add(socket);
    targets.push(`${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim());
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    const [, port] = (request.url ?? '').split(':');
    const onwards = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onwards).pipe(socket);
    });
    socket.on('error', () => {}).on('close', () => onwards.destroy());
    onwards.on('error', () => {}).on('close', () => socket.destroy());
  });
  const tunnel = await listen(server, () => {
    for (const socket of sockets) socket.destroy();
  });
  open.push(tunnel);
  return tunnel;
}

async function startService(): Promise<Loopback> {
  const service = await startHttp((_request, response) => response.end('[]'));
  open.push(service);
  return service;
}

test.each(['HTTP_PROXY', 'http_proxy', 'ALL_PROXY'])('%s uses the proxy, over kept connections', async (variable) => {
  const [service, proxy] = await Promise.all([startService(), startPlainProxy()]);
  vi.stubEnv(variable, `http://user:p%40ss@127.0.0.1:${proxy.port}`);
  const client = clientOf(`${service.url}/tms`);
  for (let n = 0; n < 3; n++) await client.postResults(GUID, '[1]');
  expect(proxy.received.map(({ url }) => url)).toEqual(
    Array(3).fill(`${service.url}/tms/api/v2/testRuns/${GUID}/testResults`),
  );
  expect(proxy.received[0]?.headers['proxy-authorization']).toBe(
    `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
  );
  expect(proxy.connections).toBe(1);
  expect(service.received.map(({ body }) => body.toString())).toEqual(['[1]', '[1]', '[1]']);
});

test('NO_PROXY bypasses it', async () => {
  const [service, proxy] = await Promise.all([startService(), startPlainProxy()]);
  vi.stubEnv('HTTP_PROXY', proxy.url);
  vi.stubEnv('NO_PROXY', '127.0.0.1');
  await clientOf(service.url).startRun(GUID);
  expect(proxy.received).toEqual([]);
  expect(service.received).toHaveLength(1);
});

test.each([
  ['*', 'https://tms.example', true],
  ['other.example, TMS.example', 'https://tms.example', true],
  ['tms.example:443', 'https://tms.example', true],
  ['tms.example:443', 'https://tms.example:8443', false],
  ['example', 'https://tms.example', true],
  ['.example', 'https://tms.example', true],
  ['*.example', 'https://tms.example', true],
  ['s.example', 'https://tms.example', false],
  ['*s.example', 'https://tms.example', true],
  ['', 'https://tms.example', false],
  ['.', 'https://tms.example', false],
  ['10.1.2.3', 'http://10.1.2.3', true],
  ['10.0.0.0/8', 'http://10.1.2.3', true],
  ['10.0.0.0/16', 'http://10.1.2.3', false],
  ['10.0.0.0/99', 'http://10.1.2.3', false],
  ['10.0.0.0/', 'http://10.1.2.3', false],
  ['10.1.2.1-10.1.2.9', 'http://10.1.2.3', true],
  ['3', 'http://10.1.2.3', false],
  ['::1', 'http://[::1]:8080', true],
  ['[::1]', 'http://[::1]:8080', true],
  ['[::1]:80', 'http://[::1]:8080', false],
  ['fd00::/8', 'http://[fd12::1]', true],
  ['0.0.0.0/0', 'http://[::1]', false],
])('NO_PROXY=%s and %s: no proxy is %s', (exceptions, url, isBypassed) => {
  const env = { ALL_PROXY: 'http://proxy.invalid', NO_PROXY: exceptions };
  expect(proxyFor(new URL(url), env) === undefined).toBe(isBypassed);
});

test('https goes through a tunnel, and the service’s certificate is still checked', async () => {
  const file = (name: string) => readFileSync(new URL(`./fixtures/certificate/${name}.pem`, import.meta.url));
  const server = createHttpsServer({ key: file('key'), cert: file('certificate') }, (_request, response) =>
    response.end(),
  );
  const service = await listen(server, () => server.closeAllConnections());
  open.push(service);
  const targets: string[] = [];
  const tunnel = await startTunnel(targets);
  vi.stubEnv('HTTPS_PROXY', tunnel.url);
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  expect(await rejection(clientOf(`https://localhost:${service.port}`).startRun(GUID))).toMatchObject({
    code: 'CERTIFICATE_REFUSED',
  });
  expect(targets).toEqual([`localhost:${service.port}`]);
});

test.each([
  [407, 'REFUSED'],
  [502, 'UNAVAILABLE'],
])('a proxy that answers %i itself: %s', async (status, code) => {
  const tunnel = await startTunnel([], status);
  vi.stubEnv('HTTPS_PROXY', tunnel.url);
  expect(await rejection(clientOf('https://tms.invalid').startRun(GUID))).toMatchObject({ status, code });
});

test.each([
  ['HTTP_PROXY', 'http://tms.invalid'],
  ['https_proxy', 'https://tms.invalid'],
  ['ALL_PROXY', 'https://tms.invalid'],
])('an unreachable proxy is named, with %s', async (variable, url) => {
  const proxy = await startHttp(() => {});
  await proxy.close();
  vi.stubEnv(variable, `http://anna:pa55@127.0.0.1:${proxy.port}`);
  const error = await rejection(clientOf(url).startRun(GUID));
  expect(error).toMatchObject({
    code: 'CONNECTION_FAILED',
    answered: false,
    message: expect.stringContaining(`to the proxy 127.0.0.1:${proxy.port} from ${variable}`),
  });
  expect(String(error)).not.toContain('pa55');
});

test('a proxy with an unknown host name is named', async () => {
  vi.stubEnv('HTTP_PROXY', 'proxy.invalid:3128');
  expect(await rejection(clientOf('http://tms.invalid').startRun(GUID))).toMatchObject({
    message: expect.stringMatching(
      /^No connection to the proxy proxy\.invalid:3128 from HTTP_PROXY \(.*proxy\.invalid.*\): start it, correct HTTP_PROXY, or bypass it with NO_PROXY\.$/,
    ),
  });
});

test.each([
  [
    'says nothing',
    (socket: Socket) => void socket,
    /No complete answer within 200 ms through the proxy 127\.0\.0\.1:\d+ .*: check the service and the network, or raise requestTimeout \(TMS_REQUEST_TIMEOUT\)\./,
  ],
  ['hangs up', (socket: Socket) => void socket.once('data', () => socket.resetAndDestroy()), /through the proxy 127/],
])('a proxy that %s is named', async (_what, behave, words) => {
  const proxy = await startTcp(behave);
  open.push(proxy);
  vi.stubEnv('HTTP_PROXY', proxy.url);
  const client = clientOf('http://tms.invalid', { requestTimeout: 200 });
  expect(await rejection(client.startRun(GUID))).toMatchObject({ message: expect.stringMatching(words) });
});

test.each(['http://[nonsense', 'socks5://127.0.0.1:1080', 'http://user:100%@127.0.0.1:3128'])(
  'a proxy variable that does not contain the address of an HTTP proxy is named: %s',
  async (value) => {
    vi.stubEnv('HTTP_PROXY', value);
    expect(await rejection(clientOf('http://tms.invalid').startRun(GUID))).toMatchObject({
      code: 'CONNECTION_FAILED',
      message: expect.stringMatching(/^HTTP_PROXY does not contain the address of an HTTP proxy/),
    });
  },
);

test('a proxy without a protocol is an HTTP proxy', async () => {
  const targets: string[] = [];
  const { port } = await startTunnel(targets, 502);
  vi.stubEnv('HTTPS_PROXY', `anna:pa55@127.0.0.1:${port}`);
  expect(await rejection(clientOf('https://tms.invalid').startRun(GUID))).toMatchObject({ status: 502 });
  expect(targets).toEqual([`tms.invalid:443 Basic ${btoa('anna:pa55')}`]);
});

test.each(['http', 'https'])('an https proxy that speaks no TLS is named, for %s', async (protocol) => {
  const { url } = await startTunnel([]);
  vi.stubEnv('ALL_PROXY', url.replace('http:', 'https:'));
  expect(await rejection(clientOf(`${protocol}://tms.invalid`).startRun(GUID))).toMatchObject({
    message: expect.stringMatching(/^No connection to the proxy .* from ALL_PROXY \(it does not speak TLS\): start it/),
  });
});
