import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What the server says about itself. */
export interface ServerLog {
  /** After every answer. @param status 0 stands for requests that got no whole answer */
  request(request: FastifyRequest, status: number, milliseconds: number): void;
  /** Something about how the server is set up. */
  notice(text: string): void;
  /** Why a request, or work in the background, failed. */
  failure(text: string, request?: FastifyRequest): void;
}

/** For people at a terminal. Failures are said on standard error, also where no line is asked for. */
export function textLog(write: ((line: string) => void) | undefined): ServerLog {
  return {
    request({ method, url }, status, milliseconds) {
      const outcome = status === 0 ? 'no whole answer' : String(status);
      write?.(`${new Date().toISOString()} ${method} ${url} ${outcome} ${milliseconds.toFixed(1)} ms`);
    },
    notice: (text) => write?.(text),
    failure: (text) => void process.stderr.write(`${text}\n`),
  };
}

/** For programs that collect logs: each line is an object in JSON, those about one request have its id. */
export async function jsonLog(write: (line: string) => void): Promise<ServerLog> {
  const { pino } = await import('pino');
  const logger = pino({ base: null }, { write: (line) => write(line.trimEnd()) });
  return {
    request({ id, method, url, ip, routeOptions }, status, elapsed) {
      const operation = routeOptions.config.operation ?? null;
      const milliseconds = Math.round(elapsed * 10) / 10;
      logger.info({ requestId: id, method, url, operation, status, milliseconds, client: ip }, 'request');
    },
    notice: (text) => logger.warn(text),
    failure: (text, request) => logger.error(request === undefined ? {} : { requestId: request.id }, text),
  };
}

/** The id that a proxy has given to a request, or a new one. */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:/+=-]{1,200}$/.test(given) ? given : randomUUID();
}

/** Tells clients the ids of their requests, by which they are found in the log. */
export function addRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ id }, reply) => {
    reply.header('x-request-id', id);
  });
}
