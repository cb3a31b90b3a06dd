import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Transform } from 'node:stream';
import { isShortage } from '../descriptors.js';
import { decoderFor } from './answers/content-encoding.js';
import { codeOf, connectionError, failureOf } from './connections/connection-failure.js';
import type { Connections } from './connections/connections.js';
import { type Operation, ServiceError } from './errors.js';
import { LONGEST_TIMER } from './longest-timer.js';
import { lateAnswer } from './messages.js';

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
  /** Whether to send anything on this connection. Otherwise, the exchange fails as if it were lost. */
  isTrusted(socket: Socket): boolean;
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

/** A body in memory. */
export function bytesBody(parts: readonly Buffer[], headers: Record<string, string> = {}): Body {
  let length = 0;
  for (const part of parts) length += part.length;
  return {
    headers: { ...headers, 'Content-Length': String(length) },
    discard() {},
    writeTo(request) {
      // Corked, so that all parts are sent with one system call.
      request.cork();
      for (const part of parts) request.write(part);
      request.end();
      request.uncork();
    },
  };
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
/**
 * Sends a request and reads its answer, whatever its status. If the service closed a kept connection while it was idle, that
 * is not a failure: the request is sent again, once, on a new one. The same applies if there was no file descriptor for it
 * and one is reserved.
 * @throws ServiceError, also one of the body, or the signal's reason
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
class StaleConnectionError extends ServiceError {}

async function tryExchange(connections: Connections, exchange: Exchange): Promise<Answer> {
  exchange.signal?.throwIfAborted();
  const body = await exchange.body();
  try {
    const { method, path, headers } = exchange;
    const request = await connections.request({ method, path }, { ...headers, ...body.headers });
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
    let giveUp = () => fail(new ServiceError('TIMED_OUT', lateAnswer(timeout, connections.via), { operation }));
    let last: NodeJS.Immediate | undefined;
    const timer = setTimeout(
      () => {
        // After a suspension, timers come before the answer that has arrived meanwhile. Without it, results would be sent twice.
        last = setImmediate(() => giveUp());
      },
      Math.min(timeout, LONGEST_TIMER),
    );
    const settle = () => {
      clearTimeout(timer);
      clearImmediate(last);
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
      if (!exchange.isTrusted(socket)) {
        fail(new ServiceError('CONNECTION_FAILED', 'The connection to the server was lost.', { operation }));
        return;
      }
      bytesBefore = socket.bytesRead;
      const sentBefore = sentOn(socket);
      exchange.onConnected?.(() => sentOn(socket) - sentBefore);
    });
    request.on('error', (cause) => {
      const silent = !answered && (request.socket?.bytesRead ?? 0) === bytesBefore;
      const stale = request.reusedSocket && silent && CLOSED_WHILE_IDLE.has(codeOf(cause));
      fail(
        stale
          ? new StaleConnectionError('CONNECTION_FAILED', 'The kept connection was closed.', { operation, cause })
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
