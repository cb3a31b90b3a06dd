import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { Delivered, PeerService } from '../peer.js';

/** A service for reporters, reduced to the operations that they call and the things that we count. */
export interface StandIn {
  routes: readonly Route[];
  results(): number;
  attachments(): number;
}

interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Matched against the whole path. Its groups are the `params` of the answer. */
  path: RegExp;
  answer(received: Received): Answer | Promise<Answer>;
}

export interface Received {
  params: readonly string[];
  contentType: string;
  body: Buffer;
}

export interface Answer {
  status: number;
  body: unknown;
}

/**
 * Serves a stand-in on a free port of the loopback interface. Each answer comes `latency` ms after its request has arrived
 * completely.
 */
export async function serve(standIn: StandIn, latency: number): Promise<PeerService> {
  const sockets = new Set<Socket>();
  let requests = 0;
  let bytesOfClosed = 0;

  const server = createServer(async (request, response) => {
    const { method = '', url = '/', headers } = request;
    const body = await buffer(request);
    const answer = await respond(standIn.routes, method, url, { contentType: headers['content-type'] ?? '', body });
    if (latency > 0) await setTimeout(latency);
    requests++;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  // As with a typical reverse proxy, connections stay open longer than a suite pauses.
  server.keepAliveTimeout = 65_000;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      bytesOfClosed += socket.bytesRead;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server that listens has a port');

  return {
    url: `http://127.0.0.1:${address.port}`,
    delivered: async (): Promise<Delivered> => ({
      results: standIn.results(),
      attachments: standIn.attachments(),
      requests,
      bytes: [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, bytesOfClosed),
    }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function respond(
  routes: readonly Route[],
  method: string,
  url: string,
  received: Omit<Received, 'params'>,
): Promise<Answer> {
  const { pathname } = new URL(url, 'http://stand-in');
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(pathname) : null;
    if (match) return route.answer({ ...received, params: match.slice(1) });
  }
  return { status: 404, body: { message: `There is no ${method} ${pathname}` } };
}

/** A member of a received value, if it has it. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The elements of a received value; none if it is not an array. */
export function elements(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
