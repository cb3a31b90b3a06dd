import { readFileSync } from 'node:fs';
import { createServer as createHttpsServer, type RequestOptions, request } from 'node:https';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { failureOf } from '../src/service/connections/connection-failure.js';
import type { Connections } from '../src/service/connections/connections.js';
import { clientOf, GUID, type Loopback, listen, rejection, startHttp, startTcp } from './loopback.js';

let service: Loopback;
afterEach(() => service.close());

const RUN = { projectGlobalId: 1, testPlanGlobalId: 2, testPoints: [] };
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]';

/** Calls back each time the end of a request has arrived on the socket. */
function onRequest(socket: Socket, answer: (count: number) => void): void {
  let seen = '';
  let count = 0;
  socket.on('data', (data) => {
    seen += data.toString('latin1');
    for (let end = seen.indexOf('\r\n\r\n'); end >= 0; end = seen.indexOf('\r\n\r\n')) {
      seen = seen.slice(end + 4);
      answer(++count);
    }
  });
}

describe('kept connections', () => {
  test('one connection carries many requests', async () => {
    service = await startHttp((_request, response) => response.end('[]'));
    const client = clientOf(service.url);
    for (let n = 0; n < 20; n++) await client.postResults(GUID, '[]');
    expect(service.connections).toBe(1);
  });

  test('a connection that the service resets when it is used again loses no request', async () => {
    service = await startTcp((socket, connection) => {
      onRequest(socket, (count) => {
        if (connection === 1 && count === 2) socket.resetAndDestroy();
        else socket.write(OK);
      });
    });
    const client = clientOf(service.url);
    await client.postResults(GUID, '');
    await client.startRun(GUID);
    expect(service.connections).toBe(2);
  });

  test('a reset on a new connection is a connection error, and not retried automatically', async () => {
    service = await startTcp((socket) => onRequest(socket, () => socket.resetAndDestroy()));
    const error = await rejection(clientOf(service.url).startRun(GUID));
    expect(error).toMatchObject({ code: 'CONNECTION_FAILED' });
    expect(error).toMatchObject({
      answered: false,
      status: undefined,
      message: expect.stringContaining('check the url'),
    });
    expect(error).toHaveProperty('isRetryable', true);
    expect(service.connections).toBe(1);
  });

  test('a kept connection that breaks after the start of the answer causes no silent retry', async () => {
    service = await startTcp((socket, connection) => {
      onRequest(socket, (count) => {
        if (connection === 1 && count === 2)
          socket.write('HTTP/1.1 200 OK\r\nContent-', () => socket.resetAndDestroy());
        else socket.write(OK);
      });
    });
    const client = clientOf(service.url);
    await client.postResults(GUID, '');
    expect(await rejection(client.startRun(GUID))).toMatchObject({ code: 'CONNECTION_FAILED' });
    expect(service.connections).toBe(1);
  });

  test('if every attempt is reset, the second one is the last', async () => {
    service = await startTcp((socket, connection) => {
      onRequest(socket, (count) => (connection === 1 && count === 1 ? socket.write(OK) : socket.resetAndDestroy()));
    });
    const client = clientOf(service.url);
    await client.postResults(GUID, '');
    expect(await rejection(client.startRun(GUID))).toMatchObject({ code: 'CONNECTION_FAILED' });
    expect(service.connections).toBe(2);
  });
});

describe('answers that go wrong', () => {
  test('nothing listens', async () => {
    service = await startHttp((_request, response) => response.end());
    await service.close();
    expect(await rejection(clientOf(service.url).startRun(GUID))).toMatchObject({
      code: 'CONNECTION_FAILED',
      answered: false,
    });
    service = await startHttp((_request, response) => response.end());
  });

  test('a GUID cut off in the middle of the body is a connection error', async () => {
    service = await startTcp((socket) =>
      onRequest(socket, () =>
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 38\r\n\r\n"0f8fad5b', () => socket.destroy()),
      ),
    );
    const error = await rejection(clientOf(service.url).createRun(RUN));
    expect(error).toMatchObject({ code: 'CONNECTION_FAILED' });
    expect(error).toMatchObject({ answered: true, status: 200 });
  });

  test.each([
    ['breaks off', 'HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n["0f8f', /broke off.*0f8f/],
    ['breaks off before it begins', 'HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n', /broke off/],
    ['lacks its last chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n', /broke off/],
    ['is truncated JSON of unknown length', 'HTTP/1.0 200 OK\r\n\r\n[{"id":', /broke off/],
  ])('results do not count as accepted if the answer %s', async (_how, answer, words) => {
    service = await startTcp((socket) => onRequest(socket, () => socket.write(answer, () => socket.end())));
    const error = await rejection(clientOf(service.url).postResults(GUID, '[]'));
    expect(error).toMatchObject({ code: 'INCONCLUSIVE', status: 200, message: expect.stringMatching(words) });
  });

  test.each(['{"id":1},', 'x'])('results do not count as accepted with an endless answer of %j', async (piece) => {
    const block = Buffer.from(piece.repeat(10_000));
    service = await startHttp((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('[');
      const more = () => {
        while (response.write(block));
        response.once('drain', more);
      };
      more();
    });
    const error = await rejection(clientOf(service.url).postResults(GUID, '[]'));
    expect(error).toMatchObject({ code: 'INCONCLUSIVE', message: expect.stringMatching(/is far too long/) });
  });

  test('an answer that repeats the request is complete, however long it is', async () => {
    const results = JSON.stringify(Array.from({ length: 30_000 }, (_, id) => ({ id, text: 'a'.repeat(40) })));
    service = await startHttp((_request, response) => response.end(results.replaceAll(',', ',\n    ')));
    await clientOf(service.url).postResults(GUID, results);
  });

  test('an answer that trickles in too slowly is given up as a whole', async () => {
    const drips: NodeJS.Timeout[] = [];
    service = await startTcp((socket) =>
      onRequest(socket, () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
        drips.push(setInterval(() => socket.write('x'), 20));
      }),
    );
    const client = clientOf(service.url, { requestTimeout: 300 });
    const [ofRun, ofResults] = await Promise.all([
      rejection(client.startRun(GUID)),
      rejection(client.postResults(GUID, '[]')),
    ]);
    for (const drip of drips) clearInterval(drip);
    expect(ofRun).toMatchObject({ code: 'TIMED_OUT' });
    expect(ofRun).toMatchObject({ answered: true, message: expect.stringContaining('300 ms') });
    expect(ofResults).toMatchObject({ code: 'INCONCLUSIVE', message: expect.stringContaining('did not end in time') });
  });

  test('a timeout may be longer than any timer', async () => {
    service = await startHttp((_request, response) => setImmediate(() => response.end('[]')));
    for (const requestTimeout of [2 ** 31, 1e300, Number.POSITIVE_INFINITY]) {
      await clientOf(service.url, { requestTimeout }).postResults(GUID, '[]');
    }
  });

  test('a service that accepts the request and sends nothing times out', async () => {
    service = await startTcp(() => {});
    const error = await rejection(clientOf(service.url, { requestTimeout: 200 }).startRun(GUID));
    expect(error).toMatchObject({ code: 'TIMED_OUT' });
    expect(error).toMatchObject({ answered: false });
  });

  test('invalid HTTP is a connection error', async () => {
    service = await startTcp((socket) => onRequest(socket, () => socket.write('220 mail.example ESMTP\r\n')));
    expect(await rejection(clientOf(service.url).startRun(GUID))).toMatchObject({ code: 'CONNECTION_FAILED' });
  });

  test('a login page with status 200 is not mistaken for the service', async () => {
    service = await startHttp((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<title>Sign in</title>'),
    );
    const error = await rejection(clientOf(service.url).postResults(GUID, '[]'));
    expect(error).toMatchObject({ code: 'NOT_THE_SERVICE' });
    expect(error).toMatchObject({ message: expect.stringContaining('Sign in') });
  });

  test('only a part of an endless answer is read', async () => {
    service = await startHttp((_request, response) => {
      const block = Buffer.alloc(65_536, 'x');
      const more = () => {
        while (response.write(block));
        response.once('drain', more);
      };
      response.writeHead(500);
      more();
    });
    const error = await rejection(clientOf(service.url).startRun(GUID));
    expect(error).toMatchObject({ code: 'UNAVAILABLE', status: 500, detail: expect.stringMatching(/^x{2000} …$/) });
  });

  test('Retry-After comes with the error', async () => {
    service = await startHttp((_request, response) => response.writeHead(429, { 'Retry-After': '3' }).end());
    expect(await rejection(clientOf(service.url).startRun(GUID))).toMatchObject({ status: 429, retryAfterMs: 3000 });
  });

  test('a canceled request rejects with the given reason', async () => {
    const reason = new Error('closing');
    const giveUp = new AbortController();
    service = await startHttp(() => giveUp.abort(reason));
    expect(await rejection(clientOf(service.url).startRun(GUID, { signal: giveUp.signal }))).toBe(reason);
    expect(await rejection(clientOf(service.url).startRun(GUID, { signal: giveUp.signal }))).toBe(reason);
    expect(service.received).toHaveLength(1);
  });
});

describe('TLS', () => {
  const file = (name: string) => readFileSync(new URL(`./fixtures/certificate/${name}.pem`, import.meta.url));
  const secureService = (certificate: string) => {
    const server = createHttpsServer({ key: file('key'), cert: file(certificate) });
    return listen(server, () => server.closeAllConnections());
  };

  test('a certificate that has expired is called expired', async () => {
    service = await secureService('expired');
    const error = await rejection(clientOf(`https://localhost:${service.port}`).startRun(GUID));
    expect(error).toMatchObject({ code: 'CERTIFICATE_REFUSED' });
    expect(error).toMatchObject({
      message:
        "The service's certificate has expired (CERT_HAS_EXPIRED): renew it at the url of the service, or correct the clock of this machine.",
    });
  });

  test('https to a port that speaks http says so, without OpenSSL’s words', async () => {
    service = await startHttp((_request, response) => response.end());
    expect(await rejection(clientOf(`https://127.0.0.1:${service.port}`).startRun(GUID))).toMatchObject({
      message:
        'No connection to the service (it does not speak TLS): write http:// in the url (TMS_URL), or correct its port.',
    });
  });

  test('http to a port that speaks https says so', async () => {
    service = await secureService('certificate');
    expect(await rejection(clientOf(`http://127.0.0.1:${service.port}`).startRun(GUID))).toMatchObject({
      message: expect.stringMatching(
        /^No connection to the service \(.*\): check the url \(https:\/\/ if the service speaks TLS\) and the network\.$/,
      ),
    });
  });

  test('an untrusted certificate is refused, whatever NODE_TLS_REJECT_UNAUTHORIZED says, and there is no retry', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    service = await secureService('certificate');
    const error = await rejection(clientOf(`https://localhost:${service.port}`).startRun(GUID));
    expect(error).toMatchObject({ code: 'CERTIFICATE_REFUSED' });
    expect(error).toMatchObject({ message: expect.stringContaining('NODE_EXTRA_CA_CERTS') });
    expect(error).toHaveProperty('isRetryable', false);
    vi.unstubAllEnvs();
  });

  const NO_ADVICE = { proxy: undefined, via: '', isSecure: true } as Connections;
  test.each([
    [
      'TLSv1.3',
      /^The service asks for a client certificate \(ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED\), which Testpoint can't send: set the url \(TMS_URL\) to an address without this check, such as a proxy that has a certificate\.$/,
    ],
    [
      'TLSv1.2',
      /^No connection to the service \(TLS: .* alert handshake failure\): check the url \(TMS_URL\): the service may ask for a client certificate, which Testpoint can't send, or take only other TLS versions\.$/,
    ],
  ] as const)('a service that asks for a client certificate is named with %s', async (version, words) => {
    const trusted = { ca: file('certificate'), minVersion: version, maxVersion: version };
    const server = createHttpsServer({ key: file('key'), cert: file('certificate'), requestCert: true, ...trusted });
    service = await listen(server, () => server.closeAllConnections());
    const cause = await failureOfRequest({ host: 'localhost', port: service.port, ...trusted });
    const error = failureOf('start-run', cause, false, NO_ADVICE);
    expect(error.message).toMatch(words);
    expect(error.isRetryable).toBe(version === 'TLSv1.2');
  });
});

/** The client itself can't be told to trust the test's certificate. */
function failureOfRequest(options: RequestOptions): Promise<Error> {
  return new Promise((resolve) => request(options).on('error', resolve).end());
}
