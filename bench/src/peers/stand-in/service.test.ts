import { Agent, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { PeerService } from '../peer.js';
import { type Route, serve } from './service.js';

test('a route gets the groups of its path, and other paths and methods are not found', async () => {
  const { url } = await started({
    method: 'PUT',
    path: /^\/item\/(\w+)$/,
    answer: ({ params, body }) => ({ status: 201, body: [...params, body.toString()] }),
  });

  const answered = await fetch(`${url}/item/7?page=1`, { method: 'PUT', body: 'hello' });
  expect([answered.status, await answered.json()]).toEqual([201, ['7', 'hello']]);
  expect((await fetch(`${url}/item/7`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${url}/item`, { method: 'PUT' })).status).toBe(404);
});

test('requests and the bytes of open and closed connections are counted', async () => {
  const service = await started({ method: 'POST', path: /^\/$/, answer: () => ({ status: 200, body: {} }) });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());

  await post(service.url, agent, 1_000);
  await post(service.url, new Agent({ keepAlive: false }), 2_000);

  const { requests, bytes } = await service.delivered();
  expect(requests).toBe(2);
  expect(bytes).toBeGreaterThan(3_000);
  expect(bytes).toBeLessThan(4_000);
});

async function started(route: Route): Promise<PeerService> {
  const service = await serve({ routes: [route], results: () => 0, attachments: () => 0 }, 0);
  onTestFinished(() => service.close());
  return service;
}

function post(url: string, agent: Agent, size: number): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent }, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end('x'.repeat(size));
  });
}
