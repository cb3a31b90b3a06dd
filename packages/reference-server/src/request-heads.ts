import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from './problem.js';

/**
 * Rejects requests with unacceptable headers before anything else sees them. That includes a missing `Host`: Node would answer
 * it with a status and no body, so the framework turns Node's check off.
 * @param answersTo whether the server accepts a `Host` header
 */
export function addHeadChecks(app: FastifyInstance, answersTo: (host: string) => boolean): void {
  const unmet = new WeakSet<IncomingMessage>();
  app.server.on('checkExpectation', (request, response) => {
    unmet.add(request);
    app.server.emit('request', request, response);
  });

  app.addHook('onRequest', async (request, reply) => {
    checkHost(request, answersTo);
    if (unmet.has(request.raw)) {
      throw new ProblemError(417, `The expectation ${request.headers.expect} is not supported, only 100-continue is.`);
    }
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && !/^\s*(identity\s*)?$/i.test(encoding) && hasBody(request)) {
      reply.header('accept-encoding', 'identity');
      throw new ProblemError(415, `The content encoding ${encoding} is not supported. Send the body uncompressed.`);
    }
  });
}

function checkHost({ raw, headers, routeOptions }: FastifyRequest, answersTo: (host: string) => boolean): void {
  if (headers.host === undefined) {
    if (raw.httpVersion === '1.0') return;
    throw new ProblemError(400, 'The header Host is missing.');
  }
  // The response is useless to a web page, and a probe may use any name for the server.
  if (routeOptions.config.isProbe) return;
  if (!answersTo(headers.host)) {
    const detail = `This server listens on loopback and does not accept the host ${headers.host}. To allow it, start the server with --allow-host.`;
    throw new ProblemError(403, detail);
  }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
