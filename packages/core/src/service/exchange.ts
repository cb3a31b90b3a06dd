import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Transform } from 'node:stream';
import { DescriptorReserve, isShortage } from '../between-threads/descriptors.js';
import type { Connections } from './connections.js';
import { decoderFor } from './content-encoding.js';
import { CertificateError, ConnectionError, type Operation, ServiceError, TimeoutError } from './errors.js';
import { LONGEST_TIMER } from './longest-timer.js';

/** One request, before it is sent. */
export interface Exchange {
  operation: Operation;
  method: 'GET' | 'POST';
  /** Path, including the service's own path. */
  path: string;
  headers: Record<string, string>;
  /** Creates the body for each attempt. */
  body(): Body | Promise<Body>;
  /** Maximum time for everything up to the last byte of the answer, milliseconds; the body may ask for more. */
  timeout: number;
  /** How much of the answer to keep, bytes. */
  keep: number;
  /** Rejects the exchange with the signal's reason. */
  signal?: AbortSignal | undefined;
  /**
   * Called when the request has a connection.
   * @param sent returns how many bytes of the request have left this process so far
   */
  onConnected?: ((sent: () => number) => void) | undefined;
}

/** A request's body. */
export interface Body {
  /** The body's type, and its length if known in advance. */
  headers: Record<string, string>;
  /** Additional time for the request, milliseconds. Default 0. */
  extraTime?: number;
  /** Writes the body and ends the request. If that fails, destroys the request with the reason. */
  writeTo(request: ClientRequest): void;
  /** Releases the body's resources, whether or not it was sent. */
  discard(): void;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** At most `keep` bytes of the decoded body. */
  text: string;
  /**
   * How the body ended: `too-long` if it is longer than `keep`, `broken` if the connection was lost first, `late` if the time
   * ran out first.
   */
  end: 'whole' | 'too-long' | 'broken' | 'late';
  /** The time limit of the whole request, milliseconds. */
  limit?: number;
}

/** The errors of a request on an idle connection that the server has just closed. */
const CLOSED_WHILE_IDLE = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);
const CERTIFICATE =
  /^(?:ERR_TLS_|ERR_SSL_.*CERT|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET|VERIFY)_|HOSTNAME_MISMATCH)/;

/** Certificates that no further authority helps, by code. */
const CERTIFICATE_TROUBLE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired (CERT_HAS_EXPIRED): renew it at the service, or correct the clock of this machine',
  CERT_NOT_YET_VALID: 'is not valid yet (CERT_NOT_YET_VALID): correct the clock of this machine',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'belongs to another host (ERR_TLS_CERT_ALTNAME_INVALID): correct the host in the url (TMS_URL)',
};
/** The problem in OpenSSL's errors, between a number and a place in its source. */
const TLS_PROBLEM = /SSL routines:\w*:([^:]+)/;
/** What OpenSSL calls an answer in plain HTTP. */
const PLAIN_ANSWER = /wrong version number|packet length too long|http request|unknown protocol/;

/**
 * Sends a request and reads its answer, whatever its status. If the service closed a kept connection while it was idle, that
 * is not a failure: the request is sent again, once, on a new one. The same applies if there was no file descriptor for it
 * and one is reserved.
 * @throws ConnectionError, TimeoutError, CertificateError, an error of the body, or the signal's reason
 */
export async function exchange(connections: Connections, request: Exchange): Promise<Answer> {
  try {
    return await tryExchange(connections, request);
  } catch (error) {
    if (error instanceof StaleConnectionError) connections.dropIdle();
    else if (!(isShortage(error) && connections.makeRoom())) throw error;
    return tryExchange(connections, request);
  }
}

/** A kept connection was gone before the first byte of the answer. */
class StaleConnectionError extends ConnectionError {}

async function tryExchange(connections: Connections, exchange: Exchange): Promise<Answer> {
  exchange.signal?.throwIfAborted();
  const body = await exchange.body();
  try {
    const { method, path, headers } = exchange;
    const request = await connections.request({ method, path, headers: { ...headers, ...body.headers } });
    request.once('socket', (socket) => connections.inUse(socket));
    return await converse(request, body, exchange, connections);
  } catch (error) {
    throw error instanceof Error && !(error instanceof ServiceError) && error !== exchange.signal?.reason
      ? connectionError(exchange.operation, error, false, connections)
      : error;
  } finally {
    body.discard();
  }
}

function converse(request: ClientRequest, body: Body, exchange: Exchange, connections: Connections): Promise<Answer> {
  const { operation, keep, signal } = exchange;
  const timeout = exchange.timeout + (body.extraTime ?? 0);
  return new Promise((resolve, reject) => {
    let answered = false;
    let bytesBefore = 0;
    let giveUp = () => fail(new TimeoutError(lateAnswer(timeout, connections.via), { operation }));
    const timer = setTimeout(() => giveUp(), Math.min(timeout, LONGEST_TIMER));
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    const fail = (reason: unknown) => {
      settle();
      reject(reason);
      request.destroy();
    };
    const abort = () => fail(signal?.reason);
    signal?.addEventListener('abort', abort);

    request.once('socket', (socket) => {
      bytesBefore = socket.bytesRead;
      const sentBefore = sentOn(socket);
      exchange.onConnected?.(() => sentOn(socket) - sentBefore);
    });
    request.on('error', (cause) => {
      const silent = !answered && (request.socket?.bytesRead ?? 0) === bytesBefore;
      const stale = request.reusedSocket && silent && CLOSED_WHILE_IDLE.has(codeOf(cause));
      fail(
        stale
          ? new StaleConnectionError('The kept connection was closed.', { operation, cause })
          : failureOf(operation, cause, answered, connections),
      );
    });
    request.once('response', (response) => {
      answered = true;
      giveUp = readAnswer(response, keep, (answer) => {
        settle();
        resolve({ ...answer, limit: timeout });
        // If the answer comes before the whole request was sent, the connection cannot be reused.
        if (answer.end !== 'whole' || !request.writableFinished) request.destroy();
      });
    });
    body.writeTo(request);
  });
}

/** @param via the proxy in front of the service */
export function lateAnswer(timeout: number | undefined, via = ''): string {
  return `No complete answer within ${timeout} ms${via}: check the service and the network, or raise requestTimeout (TMS_REQUEST_TIMEOUT).`;
}

/** Bytes that the system has accepted; `bytesWritten` also counts those in the socket's own queue. */
function sentOn(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}

/** @returns a function that stops reading because time is over */
function readAnswer(response: IncomingMessage, keep: number, done: (answer: Answer) => void): () => void {
  const chunks: Buffer[] = [];
  let size = 0;
  let finished = false;
  let decoder: Transform | undefined;
  const finish = (end: Answer['end']) => {
    if (finished) return;
    finished = true;
    // However much an encoded answer would become, nothing beyond the limit is decoded.
    decoder?.destroy();
    const text = Buffer.concat(chunks).subarray(0, keep).toString('utf8');
    done({ status: response.statusCode ?? 0, headers: response.headers, text, end });
  };
  const take = (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > keep) finish('too-long');
  };
  const end = () => finish(response.complete ? 'whole' : 'broken');
  const fail = () => finish('broken');
  response.once('data', (first: Buffer) => {
    decoder = decoderFor(response, first);
    if (decoder === undefined) {
      take(first);
      response.on('data', take);
      return;
    }
    decoder.on('data', take).once('end', end).on('error', fail);
    decoder.write(first);
    response.pipe(decoder);
  });
  response.once('end', () => {
    if (decoder === undefined) end();
  });
  response.on('error', fail);
  response.once('close', () => {
    if (!response.complete) fail();
  });
  return () => finish('late');
}

function failureOf(operation: Operation, cause: unknown, answered: boolean, connections: Connections): ServiceError {
  if (cause instanceof ServiceError) return cause;
  const code = codeOf(cause);
  if (CERTIFICATE.test(code)) {
    const trouble =
      CERTIFICATE_TROUBLE[code] ??
      `is not trusted here (${code}): set NODE_EXTRA_CA_CERTS to a file with the certificate of the authority that signed it`;
    return new CertificateError(`The service's certificate ${trouble}.`, { operation, cause });
  }
  return connectionError(operation, cause, answered, connections);
}

function connectionError(
  operation: Operation,
  cause: unknown,
  answered: boolean,
  { proxy, via, isSecure }: Connections,
): ConnectionError {
  if (isShortage(cause) || (NOT_FOUND.has(codeOf(cause)) && !canOpen())) return shortageError(operation, cause);
  const why = reasonOf(cause);
  const message =
    proxy !== undefined && isFromConnecting(cause)
      ? `No connection to the proxy ${proxy.host} from ${proxy.variable} (${why}): start it, correct ${proxy.variable}, or bypass it with NO_PROXY.`
      : `No connection to the service${via} (${why}): ${adviceFor(cause, isSecure)}.`;
  return new ConnectionError(message, { operation, answered, cause });
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const [, problem] = TLS_PROBLEM.exec(cause.message) ?? [];
  if (problem !== undefined) return PLAIN_ANSWER.test(problem) ? 'it does not speak TLS' : `TLS: ${problem}`;
  return codeOf(cause).startsWith('HPE_') ? 'it does not speak HTTP' : cause.message || codeOf(cause);
}

/** A server with the other protocol hangs up, or answers something else. */
function adviceFor(cause: unknown, isSecure: boolean): string {
  if (isSecure) {
    const [, problem = ''] = TLS_PROBLEM.exec(cause instanceof Error ? cause.message : '') ?? [];
    if (PLAIN_ANSWER.test(problem)) return 'write http:// in the url (TMS_URL), or correct its port';
  } else if (/^(?:HPE_|ECONNRESET$)/.test(codeOf(cause))) {
    return 'check the url (https:// if the service speaks TLS) and the network';
  }
  return 'check the url and the network';
}

/** Whether it is an error of opening the connection, which leads to the proxy if there is one. */
function isFromConnecting(cause: unknown): boolean {
  const first = cause instanceof AggregateError ? cause.errors[0] : cause;
  return (
    first instanceof Error && 'syscall' in first && (first.syscall === 'connect' || first.syscall === 'getaddrinfo')
  );
}

/** Codes of failed name lookups. Without a descriptor they fail too: the files that name the servers can't be opened. */
const NOT_FOUND = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA']);

function canOpen(): boolean {
  const reserve = new DescriptorReserve(1);
  try {
    return reserve.isFull;
  } finally {
    reserve.close();
  }
}

function shortageError(operation: Operation, cause: unknown): ConnectionError {
  const reason = isShortage(cause)
    ? cause
    : Object.assign(new Error('too many open files', { cause }), { code: 'EMFILE' });
  const message =
    "This process can't open any more files or connections: raise `ulimit -n`, or close what the tests open.";
  return new ConnectionError(message, { operation, cause: reason });
}

function codeOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors[0] !== undefined) return codeOf(cause.errors[0]);
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
