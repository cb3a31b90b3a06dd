import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from './problem.js';

/**
 * Refuses requests for what their heads say, before anything else looks at them. The framework turns off what Node would
 * answer by itself, with a status and no body: a missing `Host`.
 * @param answersTo whether the server answers to a `Host` header
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
      throw new ProblemError(417, `The expectation ${request.headers.expect} can't be met, only 100-continue can.`);
    }
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && !/^\s*(identity\s*)?$/i.test(encoding) && hasBody(request)) {
      reply.header('accept-encoding', 'identity');
      throw new ProblemError(415, `The content encoding ${encoding} is not supported; send the body as it is.`);
    }
  });
}

function checkHost({ raw, headers, routeOptions }: FastifyRequest, answersTo: (host: string) => boolean): void {
  if (headers.host === undefined) {
    if (raw.httpVersion === '1.0') return;
    throw new ProblemError(400, 'The header Host is missing.');
  }
  // Its answer is worth nothing to a web page, and a probe may call the server by any name.
  if (routeOptions.config.isProbe) return;
  if (!answersTo(headers.host)) {
    const detail = `This server listens on loopback and does not answer to the host ${headers.host}; it can be told to (--allow-host).`;
    throw new ProblemError(403, detail);
  }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
