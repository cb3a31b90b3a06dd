import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ServerLog } from './log.js';
import type { Metrics } from './metrics.js';

/** How many requests of an operation got a status. Status 0 means that no complete response was sent. */
export interface RequestCount {
  operation: string;
  status: number;
  requests: number;
}

export interface RequestCounts {
  counts: RequestCount[];
  /** Connections accepted so far. */
  connections: number;
  /** Bytes received on them, including headers. */
  bytesReceived: number;
}

/** Counts requests by operation and status, measures them, and writes a line for each. */
export class RequestLog {
  readonly #counts = new Map<string, RequestCount>();
  readonly #sockets = new Set<Socket>();
  #connections = 0;
  #bytesOfClosed = 0;

  watch(app: FastifyInstance, log: ServerLog, metrics: Metrics | undefined): void {
    this.#watchConnections(app.server);
    app.addHook('onRequest', (request, reply, done) => {
      const began = performance.now();
      // 'close' follows every response, even one that was cut off.
      reply.raw.once('close', () => {
        const status = reply.raw.writableFinished ? reply.raw.statusCode : 0;
        this.#count(request.routeOptions.config.operation ?? 'other', status);
        const milliseconds = performance.now() - began;
        metrics?.answered(request, status, milliseconds);
        log.request(request, status, milliseconds);
      });
      done();
    });
  }

  counts(): RequestCounts {
    let bytesReceived = this.#bytesOfClosed;
    for (const socket of this.#sockets) bytesReceived += socket.bytesRead;
    return { counts: [...this.#counts.values()], connections: this.#connections, bytesReceived };
  }

  #count(operation: string, status: number): void {
    const key = `${operation} ${status}`;
    const count = this.#counts.get(key) ?? { operation, status, requests: 0 };
    count.requests++;
    this.#counts.set(key, count);
  }

  #watchConnections(server: Server): void {
    server.on('connection', (socket) => {
      this.#connections++;
      this.#sockets.add(socket);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        this.#bytesOfClosed += socket.bytesRead;
      });
    });
  }
}
