import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The server's log. */
export interface ServerLog {
  /** Called after every response. @param status 0 means that no complete response was sent */
  request(request: FastifyRequest, status: number, milliseconds: number): void;
  /** A warning about the server's set-up. */
  notice(text: string): void;
  /** The reason why a request or a background task failed. */
  failure(text: string, request?: FastifyRequest): void;
}

/** A log for people at a terminal. Failures always go to standard error, even without `write`. */
export function textLog(write: ((line: string) => void) | undefined): ServerLog {
  return {
    request({ method, url }, status, milliseconds) {
      const outcome = status === 0 ? 'no complete response' : String(status);
      write?.(`${new Date().toISOString()} ${method} ${url} ${outcome} ${milliseconds.toFixed(1)} ms`);
    },
    notice: (text) => write?.(text),
    failure: (text) => void process.stderr.write(`${text}\n`),
  };
}

/** A log for programs: each line is a JSON object. Lines about a request contain its id. */
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

/** The id that a proxy has given the request, or a new one. */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:/+=-]{1,200}$/.test(given) ? given : randomUUID();
}

/** Sends clients the ids of their requests, so that they can be found in the log. */
export function addRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ id }, reply) => {
    reply.header('x-request-id', id);
  });
}
