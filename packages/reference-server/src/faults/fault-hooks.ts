import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError, toProblem } from '../problem.js';
import { checkFaults, LONGEST_TIMER } from './check-faults.js';
import { FaultPlan, type FaultRule, type Faults, type Strike } from './faults.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault that changes the answer to this call. */
    strike: Strike | undefined;
  }
}

/** Applies faults to the routes of the interface's operations. */
export class FaultHooks {
  #plan: FaultPlan | undefined;
  /** Connections that a fault keeps waiting. Shutdown closes them, because nothing else would. */
  readonly #waiting = new Set<Socket>();
  readonly #closing = new AbortController();

  /** How many calls each rule has selected since the faults were set. */
  get strikes(): number[] {
    return this.#plan?.strikes ?? [];
  }

  /** Replaces the faults, from the next call on; undefined removes them. Throws a TypeError if they are invalid. */
  set(faults: Faults | undefined): void {
    if (faults !== undefined) checkFaults(faults);
    this.#plan = faults && new FaultPlan(faults);
  }

  watch(app: FastifyInstance): void {
    // Every waiting call listens to this signal.
    setMaxListeners(0, this.#closing.signal);
    app.decorateRequest('strike', undefined);
    app.addHook('onRequest', async (request, reply) => {
      const { operation } = request.routeOptions.config;
      const strike = operation && this.#plan?.next(operation);
      if (strike) return this.#beforeWrite(strike, request, reply);
    });
    app.addHook('preValidation', async ({ strike, body }) => {
      if (strike?.refuseArrays && Array.isArray(body))
        throw new ProblemError(400, 'The body must be object, not array.');
    });
    app.addHook('onSend', async (request, reply, payload) => {
      const { strike } = request;
      if (strike === undefined) return payload;
      // Fastify tries to answer again if the connection was cut while it sent an error.
      return reply.raw.headersSent ? never() : this.#inPlaceOfAnswer(strike, request, reply, payload);
    });
    app.addHook('preClose', async () => {
      this.#closing.abort();
      for (const socket of this.#waiting) socket.destroy();
    });
  }

  async #beforeWrite(strike: Strike, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { socket } = request.raw;
    if (strike.latency > 0) await this.#pause(socket, strike.latency);
    if (strike.hang === 'before') return this.#hang(socket);
    if (strike.drop === 'before') return cut(socket, strike);
    if (strike.drop === 'during') {
      await new Promise((resolve) => request.raw.once('data', resolve).once('end', resolve).once('close', resolve));
      return cut(socket, strike);
    }
    request.strike = strike;
    if (strike.status === undefined) return undefined;
    if (strike.retryAfter !== undefined) reply.header('retry-after', String(strike.retryAfter));
    const problem = toProblem(strike.status, 'An injected fault.');
    return reply.code(strike.status).type('application/problem+json').send(JSON.stringify(problem));
  }

  async #inPlaceOfAnswer(strike: Strike, request: FastifyRequest, reply: FastifyReply, payload: unknown) {
    const { socket } = request.raw;
    if (strike.hang === 'after') return this.#hang(socket);
    if (strike.drop === 'after') return cut(socket, strike);
    if (strike.answer === 'truncated') {
      await sendHalf(reply, bytes(payload));
      return cut(socket, strike);
    }
    const answer = strike.answer === undefined ? bytes(payload) : spoil(strike.answer, reply);
    if (strike.drip === undefined || answer.length === 0) return answer;
    reply.header('content-length', answer.length);
    return Readable.from(this.#drip(socket, answer, strike.drip), { objectMode: false });
  }

  async *#drip(socket: Socket, answer: Buffer, pause: number): AsyncGenerator<Buffer> {
    for (const byte of answer) {
      yield Buffer.of(byte);
      await this.#pause(socket, pause);
    }
  }

  /** Never resolves if the server closes in the meantime, because the handler would find no database. */
  async #pause(socket: Socket, milliseconds: number): Promise<void> {
    this.#waiting.add(socket);
    try {
      // The latencies of several rules add up.
      await sleep(Math.min(milliseconds, LONGEST_TIMER), undefined, { ref: false, signal: this.#closing.signal });
    } catch {
      return never();
    }
    this.#waiting.delete(socket);
  }

  #hang(socket: Socket): Promise<never> {
    this.#waiting.add(socket);
    socket.once('close', () => this.#waiting.delete(socket));
    return never();
  }
}

/** Cuts the connection. Never resolves, so the handler stops here. */
function cut(socket: Socket, { reset }: Strike): Promise<never> {
  if (reset) socket.resetAndDestroy();
  else socket.destroy();
  return never();
}

function never(): Promise<never> {
  return new Promise(() => {});
}

/** Sends the head, which announces the whole body, and half of the body. Without a body, sends half of the head. */
function sendHalf(reply: FastifyReply, payload: Buffer): Promise<void> {
  const { raw } = reply;
  return new Promise((resolve) => {
    const sent = () => resolve();
    if (payload.length === 0) {
      raw.socket?.write(`HTTP/1.1 ${reply.statusCode} `, sent);
      return;
    }
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(reply.statusCode, { 'content-length': payload.length });
    raw.write(payload.subarray(0, Math.ceil(payload.length / 2)), sent);
  });
}

function spoil(answer: Exclude<FaultRule['answer'], undefined | 'truncated'>, reply: FastifyReply): Buffer {
  if (answer === 'empty') return Buffer.alloc(0);
  const { body, contentType = 'text/html; charset=utf-8' } = answer === 'html' ? { body: PAGE } : answer;
  reply.type(contentType);
  return Buffer.from(body);
}

const PAGE = '<!doctype html>\n<title>Please wait</title>\n<h1>The service is being updated</h1>\n';

/** The operations answer with text. */
function bytes(payload: unknown): Buffer {
  if (Buffer.isBuffer(payload)) return payload;
  return Buffer.from(typeof payload === 'string' ? payload : '');
}
