import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerLog } from './monitoring/log.js';
import { isFull, ProblemError, toProblem, UnavailableError } from './problem.js';
import { validationProblem } from './validation.js';

/** Sends the problem document for an error. */
export type Refuse = (error: FastifyError | ProblemError, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Sends every error as application/problem+json.
 * @param sendPage sends the page that says so to someone who typed a wrong address; undefined if there are no pages
 */
export function addRefusals(
  app: FastifyInstance,
  refuse: Refuse,
  sendPage?: (reply: FastifyReply) => FastifyReply,
): void {
  const routes: { method: string; path: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const path = new RegExp(`^${url.replace(/:[^/]+/g, '[^/]+')}$`);
    for (const each of [method].flat()) routes.push({ method: each, path });
  });

  app.setErrorHandler(refuse);

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.replace(/\?.*$/s, '');
    const allowed = routes.filter((route) => route.path.test(path)).map(({ method }) => method);
    const { method, headers } = request;
    const isTyped = method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '') && !MACHINES.test(path);
    if (allowed.length === 0 && isTyped && sendPage !== undefined) return sendPage(reply.code(404));
    if (allowed.length === 0) return send(reply, new ProblemError(404, `Not found: ${path}.`));
    reply.header('allow', allowed.join(', '));
    return send(reply, new ProblemError(405, `${path} does not allow ${request.method}.`));
  });
}

/** Addresses that are for programs. */
const MACHINES = /^\/(?:api|inspect|viewer)\//;

/** The error handler. The framework also calls it for errors before a route is found. */
export function refuseWith(log: ServerLog): Refuse {
  return (error, request, reply) => {
    if (!request.raw.complete) {
      // Read and discard the rest of the request: closing while the client still writes would lose the response.
      reply.removeHeader('connection');
      request.raw.resume();
    }
    if (error instanceof UnavailableError) log.failure(error.reason, request);
    if (error instanceof ProblemError) {
      if (error.status === 503) reply.header('retry-after', String(RETRY_AFTER));
      return send(reply, error);
    }
    if (error.validation !== undefined) return send(reply, validationProblem(error));
    const status = error.statusCode ?? 500;
    if (status < 500) return send(reply, new ProblemError(status, error.message));
    log.failure(error.stack ?? error.message, request);
    if (isFull(error)) {
      return send(reply, new ProblemError(507, `There is no room left to store this: ${error.message}.`));
    }
    return send(reply, new ProblemError(500, 'The server failed. See its log on standard error.'));
  };
}

/** When a client may try again after a 503, seconds. */
const RETRY_AFTER = 5;

/** Answers bytes that are not a valid HTTP request. */
export class RawRefusals {
  /** The last request and response of each connection. */
  readonly #latest = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();

  watch({ server }: FastifyInstance): void {
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
      this.#latest.set(request.socket, { request, response }),
    );
  }

  refuse(error: RawError, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { request, response } = this.#latest.get(socket) ?? {};
    // The client treats the next response as the answer to this request, even if only the bytes after the request are invalid.
    const isUnderWay = request !== undefined && !(request.complete && response?.writableEnded);
    // The client would treat a second response as the answer to its next request.
    if (isUnderWay && response?.headersSent) {
      socket.end();
      return;
    }
    const status = RAW_STATUS.get(error.code ?? '') ?? 400;
    const body = JSON.stringify(toProblem(status, `The request is not valid HTTP: ${error.message}.`));
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ];
    // A response to HEAD has no body, whatever its headers say.
    const isForHead = isUnderWay ? request.method === 'HEAD' : beginsWithHead(error);
    socket.end(`${head.join('\r\n')}\r\n\r\n${isForHead ? '' : body}`);
  }
}

/** Node's error for a connection that it gives up on. */
type RawError = Error & { code?: string; rawPacket?: unknown };

function beginsWithHead({ rawPacket }: RawError): boolean {
  return Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 5).toString() === 'HEAD ';
}

const RAW_STATUS = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

function send(reply: FastifyReply, { status, message, errors }: ProblemError): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'PrivateToken');
  return reply
    .code(status)
    .type('application/problem+json')
    .serializer((payload: string) => payload)
    .send(JSON.stringify(toProblem(status, message, errors)));
}
