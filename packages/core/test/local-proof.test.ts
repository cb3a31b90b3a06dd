import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { ServiceClient } from '../src/service/client.js';

const KEY = 'bG9jYWw';
const ID = 'database';
const RUN = randomUUID();

let client: ServiceClient | undefined;
let server: Server | undefined;
afterEach(() => {
  client?.close();
  server?.closeAllConnections();
  server?.close();
});

/** Listens like `testpoint serve`. @param key of the server @returns what it gets, and its port */
async function listen(key: string, port = 0): Promise<{ requests: string[]; port: number }> {
  const requests: string[] = [];
  const listening = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk;
    });
    request.on('end', () => {
      requests.push(`${request.url} ${JSON.stringify(request.headers)}`);
      const { challenge }: { challenge?: string } = body.startsWith('{"challenge"') ? JSON.parse(body) : {};
      const text = `${challenge}\n${ID}\nhttp://127.0.0.1:${(listening.address() as AddressInfo).port}`;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ proof: createHmac('sha256', key).update(text).digest('base64url') }));
    });
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve));
  return { requests, port: (listening.address() as AddressInfo).port };
}

function clientFor(port: number): ServiceClient {
  client = new ServiceClient({
    ...{ url: `http://127.0.0.1:${port}`, secretKey: KEY, localServer: ID, requestTimeout: 5_000, concurrency: 4 },
  });
  return client;
}

it('one proof is enough for requests that come at once', async () => {
  const { requests, port } = await listen(KEY);
  const service = clientFor(port);
  await Promise.all([1, 2, 3].map(() => service.startRun(RUN)));
  expect(requests.map((request) => request.split(' ')[0])).toEqual([
    '/viewer/proof',
    ...[1, 2, 3].map(() => `/api/Public/StartTestRun/${RUN}`),
  ]);
});

it('a server that takes over the port gets nothing without a proof of its own', async () => {
  const { port } = await listen(KEY);
  const service = clientFor(port);
  await service.startRun(RUN);
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
  const { requests } = await listen('another key', port);
  for (let tries = 0; tries < 3; tries++) {
    await expect(service.startRun(RUN)).rejects.toMatchObject({
      code: expect.stringMatching(/WRONG_SERVER|CONNECTION/),
    });
  }
  expect(requests.length).toBeGreaterThan(0);
  for (const request of requests) {
    expect(request).toMatch(/^\/viewer\/proof /);
    expect(request).not.toContain(KEY);
  }
});

it('the same server is trusted again after a new proof', async () => {
  const { port } = await listen(KEY);
  const service = clientFor(port);
  await service.startRun(RUN);
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
  const { requests } = await listen(KEY, port);
  // The first try may still find the lost connection.
  await service.startRun(RUN).catch(() => service.startRun(RUN));
  expect(requests.map((request) => request.split(' ')[0])).toEqual([
    '/viewer/proof',
    `/api/Public/StartTestRun/${RUN}`,
  ]);
});
