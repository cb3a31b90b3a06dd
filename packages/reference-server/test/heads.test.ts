import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ADA, result, startService, useServers } from './service.js';

useServers();

const service = await startService({ allowedHosts: ['tms.example'] });
const run = await service.newRun();
const path = `/api/v2/testRuns/${run}/testResults`;

/** Sends a request with headers that `fetch` does not allow. */
async function send(method: string, path: string, headers: Record<string, string>, body?: string | Buffer) {
  const sending = request(service.url + path, { method, headers: { SecretKeyBase64: ADA.secretKey, ...headers } });
  sending.end(body);
  const [answer]: IncomingMessage[] = await once(sending, 'response');
  if (answer === undefined) throw new Error('No answer.');
  const received = await text(answer);
  const isProblem = answer.headers['content-type'] === 'application/problem+json';
  return { status: answer.statusCode, headers: answer.headers, problem: isProblem ? JSON.parse(received) : undefined };
}

describe('a compressed body', () => {
  it.each([
    ['gzip', 'application/json', path],
    ['GZIP', 'application/json', '/api/v2/testResults'],
    ['br', 'application/json', '/api/Public/CreateTestRun'],
    ['gzip, identity', 'application/json', `/api/Public/StartTestRun/${run}`],
    ['gzip', 'multipart/form-data; boundary=b', '/api/Public/attachment'],
  ])('as %s of %s to %s is a 415 that names its encoding', async (encoding, type, to) => {
    const body = gzipSync(JSON.stringify(result()));
    const answer = await send('POST', to, { 'content-type': type, 'content-encoding': encoding }, body);
    expect(answer).toMatchObject({ status: 415, problem: { status: 415, detail: expect.stringContaining(encoding) } });
    expect(answer.headers['accept-encoding']).toBe('identity');
  });

  it('does not count as compressed if the encoding is identity or there is no body', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'identity' };
    expect(await send('POST', path, headers, JSON.stringify(result()))).toMatchObject({ status: 200 });
    expect(await send('GET', `/inspect/runs/${run}`, { 'content-encoding': 'gzip' })).toMatchObject({ status: 200 });
  });
});

describe('the header Expect', () => {
  it.each(['x', '200-ok'])('of %s is a 417 with a problem document', async (expectation) => {
    const answer = await send('POST', path, { expect: expectation, 'content-type': 'application/json' }, '{}');
    expect(answer).toMatchObject({
      status: 417,
      problem: { status: 417, detail: expect.stringContaining(expectation) },
    });
    const { body } = await service.get('/inspect/requests');
    expect(body).toMatchObject({
      counts: expect.arrayContaining([expect.objectContaining({ operation: 'addResults', status: 417 })]),
    });
  });

  it('of 100-continue is supported', async () => {
    const headers = { expect: '100-continue', 'content-type': 'application/json' };
    expect(await send('POST', path, headers, JSON.stringify(result()))).toMatchObject({ status: 200 });
  });
});

describe('the header Host, on loopback', () => {
  it.each(['localhost', 'localhost:1', '127.0.0.1', '[::1]:80', 'app.localhost', 'tms.example:8080'])(
    'may be %s',
    async (host) => {
      expect(await send('GET', `/inspect/runs/${run}`, { host })).toMatchObject({ status: 200 });
    },
  );

  it.each(['evil.example', 'evil.example:7357', '192.168.1.1', 'localhost.evil.example'])(
    'of %s is a 403 for every request',
    async (host) => {
      for (const [method, to] of [
        ['GET', '/openapi.json'],
        ['GET', `/inspect/runs/${run}`],
        ['GET', '/nothing'],
        ['POST', path],
      ] as const) {
        const answer = await send(method, to, { host });
        expect(answer).toMatchObject({ status: 403, problem: { detail: expect.stringContaining(host) } });
      }
    },
  );

  it.each([
    ['1.0', 200],
    ['1.1', 400],
  ])('may be missing in HTTP/%s: %i', async (version, status) => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    const headers = `SecretKeyBase64: ${ADA.secretKey}\r\nConnection: close`;
    socket.write(`GET /inspect/runs HTTP/${version}\r\n${headers}\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    if (status === 400) expect(answer).toContain('application/problem+json');
  });

  it('is not checked if other machines can reach the server', async () => {
    const lines: string[] = [];
    const other = await startService({ host: '0.0.0.0', open: true, log: (line) => lines.push(line) });
    const sending = request(`${other.url}/openapi.json`, { headers: { host: 'tms.example' } }).end();
    const [answer] = await once(sending, 'response');
    answer.resume();
    expect(answer.statusCode).toBe(200);
    expect(lines[0]).toMatch(/^Warning: other machines can reach 0\.0\.0\.0, .*open server/);
  });

  it.each([
    [{ host: '0.0.0.0' }, false],
    [{ host: '127.0.0.1', open: true }, false],
    [{ host: 'localhost', open: true }, false],
    [{ host: '0.0.0.0', open: true }, true],
  ])('a server with %j warns: %s', async (options, warns) => {
    const lines: string[] = [];
    await startService({ ...options, log: (line) => lines.push(line) });
    expect(lines.some((line) => line.startsWith('Warning'))).toBe(warns);
  });
});
