import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startServer } from '../src/index.js';
import { ADA, CHROMIUM, isFleet, result, startService, useServers } from './service.js';

useServers();

const service = await startService({ bodyLimit: 50_000 });
const large = await startService();

const run = await service.newRun();
const path = `/api/v2/testRuns/${run}/testResults`;
const send = (body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
  service.request('POST', path, { body, type });
const valid = JSON.stringify(result());

describe('content types', () => {
  it.each([
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['application/json;charset="UTF-8"', 200],
    ['Application/JSON', 200],
    ['application/json-patch+json', 200],
    ['application/json-patch+json; charset=utf-8', 200],
    ['application/jsonpatch+json', 200],
    ['application/jsonpatch+json;charset=utf8', 200],
    ['application/json; charset=utf-16', 415],
    ['application/json; charset=iso-8859-1', 415],
    ['text/plain', 415],
    ['text/json', 415],
    ['application/xml', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['nonsense', 415],
  ])('%s', async (type, status) => {
    expect((await send(valid, type)).status).toBe(status);
  });
});

describe('bodies', () => {
  it.each([
    ['nothing', ''],
    ['no JSON', '{"configurationId":'],
    ['JSON with an extra comma', `${valid.slice(0, -1)},}`],
    ['two values', `${valid}${valid}`],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    [
      'a lone half of a character',
      Buffer.concat([Buffer.from('"'), Buffer.from('🙂').subarray(0, 3), Buffer.from('"')]),
    ],
    ['null', 'null'],
    ['a number', '1'],
    ['NaN', 'NaN'],
    ['true', 'true'],
    ['a string', '"result"'],
  ])('of %s are refused with a 400', async (_, body) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { status: 400, detail: expect.any(String) } });
  });

  it('may begin with a byte order mark', async () => {
    expect((await send(`\uFEFF${valid}`)).status).toBe(200);
  });

  it('may be as long as the limit, to the byte', async () => {
    const bare = Buffer.byteLength(JSON.stringify(result({ message: '' })));
    const full = JSON.stringify(result({ message: 'x'.repeat(50_000 - bare) }));
    expect(full).toHaveLength(50_000);
    expect((await send(full)).status).toBe(200);
    expect(await send(`${full} `)).toMatchObject({ status: 413, body: { status: 413 } });
  });

  it('have a default limit of 10 MiB, and a larger one is refused even while it is being sent', async () => {
    const id = await large.newRun();
    const limit = 10 * 1024 * 1024;
    const bare = Buffer.byteLength(JSON.stringify(result({ message: '' })));
    const full = JSON.stringify(result({ message: 'x'.repeat(limit - bare) }));
    const to = `/api/v2/testRuns/${id}/testResults`;
    expect((await large.request('POST', to, { body: full, type: 'application/json' })).status).toBe(200);
    for (const extra of [1, 30 * limit]) {
      const body = Buffer.concat([Buffer.from(full), Buffer.alloc(extra, ' ')]);
      const answer = await large.request('POST', to, { body, type: 'application/json' });
      expect(answer).toMatchObject({ status: 413, body: { status: 413 } });
    }
    const headers = { SecretKeyBase64: ADA.secretKey, 'content-type': 'application/json' };
    const chunked = request(large.url + to, { method: 'POST', headers });
    for (let sent = 0; sent <= limit; sent += 1024 * 1024) chunked.write(Buffer.alloc(1024 * 1024, ' '));
    chunked.end();
    const [answer] = await once(chunked, 'response');
    expect(answer.statusCode).toBe(413);
    answer.resume();
  });

  it.each([
    ['arrays', '['.repeat(20_000)],
    ['closed arrays', '['.repeat(20_000) + ']'.repeat(20_000)],
    ['objects', '{"a":'.repeat(8000)],
    ['arrays in a parameter', `{"parameters":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    ['steps', `{"stepResults":${'[{"stepResults":'.repeat(2000)}[]${'}]'.repeat(2000)}}`],
  ])('that nest %s endlessly are refused before they are parsed', async (_, body) => {
    const answer = await send(body);
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining('nested deeper') } });
  });

  it('may contain brackets in texts', async () => {
    const message = `${'[{'.repeat(2000)}"\\"[[\\\\"`;
    expect(await service.addResults(run, result({ message }))).toMatchObject({ status: 200 });
    const sent = (await service.entries(run, 'results'))[0];
    expect(sent?.body).toMatchObject({ message });
  });

  it('may contain any text: NUL, lone surrogates, names that are special in JavaScript', async () => {
    const texts = [
      'a\u0000b',
      '\ud83d',
      '\udc00x',
      '🙂',
      '\u2028',
      '<script>alert(1)</script>',
      "'; DROP TABLE runs; --",
    ];
    for (const message of texts) {
      await service.addResults(run, result({ message }));
      expect((await service.entries(run, 'results'))[0]?.body).toMatchObject({ message });
    }
    const text = `{"configurationId":"${CHROMIUM}","autoTestExternalId":"login","outcome":"Passed","parameters":{"__proto__":"a","constructor":"b"}}`;
    expect((await send(text)).status).toBe(200);
    expect(JSON.stringify((await service.entries(run, 'results'))[0]?.body)).toBe(text);
    expect((await send(text.replace('"outcome"', '"__proto__":{},"outcome"'))).status).toBe(400);
  });
});

// A load balancer refuses these itself.
it.skipIf(isFleet).each([
  ['text that is not HTTP', 'hello\r\n\r\n', 400],
  ['an endless head', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
])('%s is also answered with a problem document', async (_, text, status) => {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.end(text);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ status, detail: expect.any(String) });
});

describe.skipIf(isFleet)('invalid HTTP after HEAD is answered without a body', () => {
  const HEAD = 'HEAD /api/Public/GetTestRuns/1 HTTP/1.1\r\nHost: localhost\r\n';

  /** Everything that comes back. The second part is sent once the server has read the first. */
  async function answerTo(url: string, first: string, second = ''): Promise<string> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const answer = text(socket);
    await new Promise((resolve) => socket.write(first, resolve));
    await fetch(`${url}/openapi.json`);
    socket.end(second);
    return answer;
  }

  it('in its head', async () => {
    const answer = await answerTo(service.url, `${HEAD}Transfer-Encoding: x\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 (.+\r\n)+\r\n$/);
  });

  it('in the next request, before HEAD is answered', async () => {
    const hanging = await startServer({ port: 0, open: true, faults: { rules: [{ hang: 'before' }] } });
    const answer = await answerTo(hanging.url, `${HEAD}\r\n0\r\n\r\n`);
    await hanging.close();
    expect(answer).toMatch(/^HTTP\/1\.1 400 (.+\r\n)+\r\n$/);
  });

  it('in its body, before it is answered', async () => {
    const hanging = await startServer({ port: 0, open: true, faults: { rules: [{ hang: 'before' }] } });
    const answer = await answerTo(hanging.url, `${HEAD}Transfer-Encoding: chunked\r\n\r\n`, 'zz\r\n');
    await hanging.close();
    expect(answer).toMatch(/^HTTP\/1\.1 400 (.+\r\n)+\r\n$/);
  });

  it('in its body, after HEAD is answered: not answered at all', async () => {
    const answer = await answerTo(service.url, `${HEAD}Transfer-Encoding: chunked\r\n\r\n`, 'zz\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 401 (.+\r\n)+\r\n$/);
  });
});
