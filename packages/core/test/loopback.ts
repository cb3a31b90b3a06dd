/** Servers on loopback whose behavior a test defines, down to the bytes. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { ServiceClient, type ServiceClientOptions } from '../src/service/client.js';

export const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const SECRET = 'c2VjcmV0LWtleQ==';

export interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Loopback {
  url: string;
  port: number;
  /** Requests in order; with their bodies, where the server reads them. */
  received: Received[];
  /** Connections so far. */
  connections: number;
  close(): Promise<void>;
}

/** An HTTP server that reads each request completely, remembers it, and answers with `handle`. */
export async function startHttp(
  handle: (request: IncomingMessage, response: ServerResponse, count: number) => void,
): Promise<Loopback> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const count = loopback.received.push({ method, url, headers, body: Buffer.concat(chunks) });
      handle(request, response, count);
    });
  });
  const loopback = await listen(server, () => server.closeAllConnections());
  return loopback;
}

/** A TCP server. The test decides what it sends and when. */
export async function startTcp(handle: (socket: Socket, count: number) => void): Promise<Loopback> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    handle(socket, loopback.connections);
  });
  const loopback = await listen(server, () => {
    for (const socket of sockets) socket.destroy();
  });
  return loopback;
}

/** Makes any server a loopback one. */
export async function listen(server: Server | TcpServer, cut: () => void): Promise<Loopback> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const loopback: Loopback = {
    url: `http://127.0.0.1:${port}`,
    port,
    received: [],
    connections: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
  server.prependListener('connection', () => loopback.connections++);
  return loopback;
}

export function clientOf(url: string, options: Partial<ServiceClientOptions> = {}): ServiceClient {
  return new ServiceClient({ url, secretKey: SECRET, requestTimeout: 5000, concurrency: 2, ...options });
}

/** The rejection reason of a promise. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it was fulfilled');
}
