import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { DescriptorReserve, isShortage } from '../between-threads/descriptors.js';
import type { Connections } from './connections.js';
import { CertificateError, ConnectionError, type Operation, ServiceError, TimeoutError } from './errors.js';
import { LONGEST_TIMER } from './longest-timer.js';

/** One request, before it is sent. */
export interface Exchange {
  operation: Operation;
  method: 'GET' | 'POST';
  /** Path with the service's own path before it. */
  path: string;
  headers: Record<string, string>;
  /** Makes the body, again for each try. */
  body(): Body | Promise<Body>;
  /** Milliseconds for the whole of it, the last byte of the answer included; the body may ask for more. */
  timeout: number;
  /** Bytes of the answer that are kept. */
  keep: number;
  /** Rejects the exchange with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called when the request has a connection. @param sent tells how many bytes of it have left this process so far */
  onConnected?: ((sent: () => number) => void) | undefined;
}

/** The body. */
export interface Body {
  /** Its type, and its length where that is known before. */
  headers: Record<string, string>;
  /** Milliseconds that it may take beyond the time of any request. Default 0. */
  extraTime?: number;
  /** Writes the body and ends the request; where that fails, destroys the request with the reason. */
  writeTo(request: ClientRequest): void;
  /** Lets go of what the body holds, sent or not. */
  discard(): void;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** At most `keep` bytes of it. */
  text: string;
  /**
   * How it ended: `too-long` for more than `keep`, `broken` when the connection went before the end, `late` when the time
   * was over before.
   */
  end: 'whole' | 'too-long' | 'broken' | 'late';
  /** The time that the whole request had, milliseconds. */
  limit?: number;
}

/** What a server's closing of an idle connection looks like to the request that was just sent on it. */
const CLOSED_WHILE_IDLE = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);
const CERTIFICATE =
  /^(?:ERR_TLS_|ERR_SSL_.*CERT|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET|VERIFY)_|HOSTNAME_MISMATCH)/;

/**
 * Sends a request and reads its answer, whatever its status.
 * A kept connection that the service closed while it was idle is no failure: the request goes out again, once, on a new one.
 * The same where there was no file descriptor for it, and one is held back.
 *
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

/** A kept connection was gone before a byte of the answer came on it. */
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
    let giveUp = () =>
      fail(new TimeoutError(`No complete answer within ${timeout} ms${connections.via}.`, { operation }));
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
        // An answer that comes before the whole request was sent leaves a connection that is good for nothing.
        if (answer.end !== 'whole' || !request.writableFinished) request.destroy();
      });
    });
    body.writeTo(request);
  });
}

/** Bytes that the system has taken: those in the socket's own queue are counted in `bytesWritten` as well. */
function sentOn(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}

/** @returns what ends it before the answer has ended */
function readAnswer(response: IncomingMessage, keep: number, done: (answer: Answer) => void): () => void {
  const chunks: Buffer[] = [];
  let size = 0;
  let finished = false;
  const finish = (end: Answer['end']) => {
    if (finished) return;
    finished = true;
    const text = Buffer.concat(chunks).subarray(0, keep).toString('utf8');
    done({ status: response.statusCode ?? 0, headers: response.headers, text, end });
  };
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > keep) finish('too-long');
  });
  response.once('end', () => finish(response.complete ? 'whole' : 'broken'));
  response.on('error', () => finish('broken'));
  response.once('close', () => finish('broken'));
  return () => finish('late');
}

function failureOf(operation: Operation, cause: unknown, answered: boolean, connections: Connections): ServiceError {
  if (cause instanceof ServiceError) return cause;
  const code = codeOf(cause);
  if (CERTIFICATE.test(code)) {
    return new CertificateError(
      `The service's certificate is not trusted here (${code}): set NODE_EXTRA_CA_CERTS to a file with the certificate of the authority that signed it.`,
      { operation, cause },
    );
  }
  return connectionError(operation, cause, answered, connections);
}

function connectionError(
  operation: Operation,
  cause: unknown,
  answered: boolean,
  { proxy, via }: Connections,
): ConnectionError {
  if (isShortage(cause) || (NOT_FOUND.has(codeOf(cause)) && !canOpen())) return shortageError(operation, cause);
  const why = cause instanceof Error ? cause.message || codeOf(cause) : String(cause);
  const message =
    proxy !== undefined && isFromConnecting(cause)
      ? `No connection to the proxy ${proxy.host} from ${proxy.variable} (${why}): start it, correct ${proxy.variable}, or bypass it with NO_PROXY.`
      : `No connection to the service${via} (${why}): check the url and the network.`;
  return new ConnectionError(message, { operation, answered, cause });
}

/** The connection that failed was a first one: to the proxy, where there is one. */
function isFromConnecting(cause: unknown): boolean {
  const first = cause instanceof AggregateError ? cause.errors[0] : cause;
  return (
    first instanceof Error && 'syscall' in first && (first.syscall === 'connect' || first.syscall === 'getaddrinfo')
  );
}

/** Without a descriptor no name is found: the files that say where to look can't be opened. */
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
