import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { classifyAnswer } from '../src/service/answers/answers.js';
import type { ServiceClient } from '../src/service/client.js';
import type { ServiceError } from '../src/service/errors.js';
import { clientOf, GUID, type Loopback, rejection, SECRET, startHttp } from './loopback.js';

let service: Loopback;
afterEach(() => service.close());

const legacy = {
  testRunId: GUID,
  testPlanGlobalId: 2,
  autoTestExternalId: 'a',
  configurationGlobalId: 3,
  outcome: 'Passed' as const,
  duration: 1,
  stepResults: [],
};

describe('each operation is sent in the form of section 4', () => {
  test.each<[string, (client: ServiceClient) => Promise<unknown>, string, string | undefined, string]>([
    ['GET /api/Public/GetTestRuns/7', (client) => client.listRuns(7), '[]', undefined, ''],
    [
      'POST /api/Public/CreateTestRun',
      (client) => client.createRun({ projectGlobalId: 1, testPlanGlobalId: 2, testPoints: [] }),
      `{"id":"${GUID}"}`,
      'application/json-patch+json',
      '{"projectGlobalId":1,"testPlanGlobalId":2,"testPoints":[]}',
    ],
    [`POST /api/Public/StartTestRun/${GUID}`, (client) => client.startRun(GUID), '', undefined, ''],
    [`POST /api/Public/StopTestRun/${GUID}`, (client) => client.stopRun(GUID), '', undefined, ''],
    [`POST /api/Public/CompleteTestRun/${GUID}`, (client) => client.completeRun(GUID), '', undefined, ''],
    [
      `POST /api/v2/testRuns/${GUID}/testResults`,
      (client) => client.postResults(GUID, [Buffer.from('[{"a":'), Buffer.from('"ü"'), Buffer.from('}]')]),
      '[]',
      'application/json',
      '[{"a":"ü"}]',
    ],
    [
      `POST /api/v2/testRuns/${GUID}/testResults`,
      (client) => client.postResults(GUID, '{ "b" : 1 }'),
      '[]',
      'application/json',
      '{ "b" : 1 }',
    ],
    [
      'POST /api/v2/testResults',
      (client) => client.postLegacyResult(legacy),
      '',
      'application/jsonpatch+json',
      JSON.stringify(legacy),
    ],
  ])('%s', async (line, ask, answer, contentType, body) => {
    service = await startHttp((_request, response) => response.writeHead(answer === '' ? 204 : 200).end(answer));
    await ask(clientOf(`${service.url}/tms`, { userName: 'anna' }));
    const [request] = service.received;
    const [method, path] = line.split(' ');
    expect(request).toMatchObject({ method, url: `/tms${path}` });
    expect(request?.headers).toMatchObject({
      secretkeybase64: SECRET,
      authorization: `PrivateToken ${SECRET}`,
      username: 'anna',
    });
    expect(request?.headers['content-type']).toBe(contentType);
    expect(request?.headers['transfer-encoding']).toBeUndefined();
    expect(request?.body.toString()).toBe(body);
    if (method === 'POST') expect(request?.headers['content-length']).toBe(String(Buffer.byteLength(body)));
  });

  test('a login in any script arrives as UTF-8', async () => {
    service = await startHttp((_request, response) => response.end());
    await clientOf(service.url, { userName: 'Борис é' }).startRun(GUID);
    const sent = service.received[0]?.headers.username;
    expect(Buffer.from(String(sent), 'latin1').toString()).toBe('Борис é');
  });

  test('without a user name there is no such header', async () => {
    service = await startHttp((_request, response) => response.end());
    await clientOf(service.url).startRun(GUID);
    expect(service.received[0]?.headers).not.toHaveProperty('username');
  });
});

describe('the list of runs', () => {
  test.each([404, 405])('is requested with POST if GET is answered with %i', async (status) => {
    service = await startHttp((request, response) =>
      response.writeHead(request.method === 'GET' ? status : 200).end(`[{"id":"${GUID}","status":"InProgress"}]`),
    );
    expect(await clientOf(service.url).listRuns(7)).toMatchObject([{ id: GUID, status: 'In progress' }]);
    expect(service.received.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  test('is not requested again after any other refusal', async () => {
    service = await startHttp((_request, response) => response.writeHead(401).end());
    expect(await rejection(clientOf(service.url).listRuns(7))).toMatchObject({ code: 'CREDENTIALS_REFUSED' });
    expect(service.received).toHaveLength(1);
  });

  test('may be far longer than other answers', async () => {
    const run = JSON.stringify({ id: GUID, name: 'x'.repeat(1000) });
    service = await startHttp((_request, response) => response.end(`[${`${run},`.repeat(3000)}${run}]`));
    expect(await clientOf(service.url).listRuns(7)).toHaveLength(3001);
  });
});

describe('an answer that is encoded although the request asked for identity', () => {
  const encodings: [string, string, (text: string) => Buffer][] = [
    ['gzip', 'gzip', gzipSync],
    ['X-GZIP', 'X-GZIP', gzipSync],
    ['deflate', 'deflate', deflateSync],
    ['deflate without a zlib header', 'deflate', deflateRawSync],
    ['br', 'br', brotliCompressSync],
  ];
  const run = { projectGlobalId: 1, testPlanGlobalId: 2, testPoints: [] };
  const answering = (name: string, content: Buffer, status = 200) =>
    startHttp((_request, response) => response.writeHead(status, { 'content-encoding': name }).end(content));

  test.each(encodings)('is understood: %s', async (_, name, encode) => {
    service = await answering(name, encode(`{"id":"${GUID}"}`));
    expect(await clientOf(service.url).createRun(run)).toBe(GUID);
    expect(service.received[0]?.headers['accept-encoding']).toBe('identity');
  });

  test.each(encodings)('is decoded only to the limit of any answer: %s', async (_, name, encode) => {
    service = await answering(name, encode(`{"id":"${GUID}","padding":"${'x'.repeat(8 * 1024 * 1024)}"}`));
    const error = await rejection(clientOf(service.url).createRun(run));
    expect(error).toMatchObject({ message: expect.stringContaining('its answer is too long') });
  });

  test.each(encodings)('is broken if it is cut: %s', async (_, name, encode) => {
    const whole = encode(`{"id":"${GUID}"}`);
    service = await answering(name, whole.subarray(0, whole.length - 12));
    const error = await rejection(clientOf(service.url).postResults(GUID, '[]'));
    expect(error).toMatchObject({ message: expect.stringMatching(/broke/) });
  });

  test('and a refusal keeps its words', async () => {
    service = await answering('gzip', gzipSync('{"detail":"outcome is wrong"}'), 400);
    expect(await rejection(clientOf(service.url).startRun(GUID))).toMatchObject({ detail: 'outcome is wrong' });
  });

  test('may be empty', async () => {
    service = await answering('gzip', Buffer.alloc(0));
    await clientOf(service.url).startRun(GUID);
  });
});

test('an address of the service may take longer than Node gives it, although another one is out of reach', async () => {
  service = await startHttp((_request, response) => response.end('[]'));
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  vi.spyOn(dns, 'lookup').mockImplementation(((
    _host: string,
    _options: unknown,
    found: (...all: unknown[]) => void,
  ) => {
    found(null, addresses);
    // The connection has begun, and is not looked at before Node's 250 ms for each address are over.
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300));
  }) as typeof dns.lookup);
  syncBuiltinESMExports();
  try {
    await clientOf(`http://tms.localhost:${service.port}`).startRun(GUID);
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
  expect(service.connections).toBe(1);
});

test('if a creation is accepted without a GUID, the error says what came instead, and it is not retried', async () => {
  service = await startHttp((_request, response) => response.end('{"ok":true}'));
  const error = await rejection(
    clientOf(service.url).createRun({ projectGlobalId: 1, testPlanGlobalId: 2, testPoints: [] }),
  );
  expect(error).toMatchObject({ code: 'UNREADABLE_ANSWER' });
  expect(error).toMatchObject({ message: expect.stringContaining('{"ok":true}'), answered: true, status: 200 });
});

test('the key is never in a message, even if the service repeats our headers', async () => {
  service = await startHttp((request, response) =>
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end(JSON.stringify({ detail: `bad: ${request.headers.authorization}` })),
  );
  const error = await rejection(clientOf(service.url).startRun(GUID));
  expect(error).toMatchObject({ detail: 'bad: PrivateToken ***' });
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(SECRET);
});

test.each(['..', '.', '', '../../x?y#z', '%2e%2e', `${GUID}/..`, `${GUID}\r\nX: y`])(
  'an invalid run id (%j) is never sent',
  async (id) => {
    service = await startHttp((_request, response) => response.end());
    const client = clientOf(service.url);
    const asked = [client.startRun(id), client.stopRun(id), client.completeRun(id), client.postResults(id, '[]')];
    const codes = asked.map(async (asking) => (await rejection(asking)) as ServiceError);
    for (const error of await Promise.all(codes)) {
      expect(error).toMatchObject({ code: 'INVALID_ID', answered: false });
      expect(classifyAnswer(error)).toBe('pause');
    }
    expect(await rejection(client.listRuns('7/..' as never))).toMatchObject({ code: 'INVALID_ID' });
    expect(service.received).toEqual([]);
  },
);
