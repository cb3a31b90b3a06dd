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
    /** The fault that strikes this call, as far as its answer is concerned. */
    strike: Strike | undefined;
  }
}

/** Lets faults strike the routes that are operations of the interface. */
export class FaultHooks {
  #plan: FaultPlan | undefined;
  /** Connections kept waiting by a fault: nothing else would end them when the server closes. */
  readonly #waiting = new Set<Socket>();
  readonly #closing = new AbortController();

  /** How often each rule struck since the faults were set. */
  get strikes(): number[] {
    return this.#plan?.strikes ?? [];
  }

  /** From the next call on; undefined ends all faults. Throws a TypeError for faults that make no sense. */
  set(faults: Faults | undefined): void {
    if (faults !== undefined) checkFaults(faults);
    this.#plan = faults && new FaultPlan(faults);
  }

  watch(app: FastifyInstance): void {
    // As many calls as are kept waiting listen to it.
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
      // Fastify answers once more when it finds that a refusal's connection was cut.
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
    const problem = toProblem(strike.status, 'A fault that the server was told to have.');
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

  /** Never ends when the server closes meanwhile: there is no database any more for what would come after it. */
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

/** The request goes no further: nobody is left to answer. */
function cut(socket: Socket, { reset }: Strike): Promise<never> {
  if (reset) socket.resetAndDestroy();
  else socket.destroy();
  return never();
}

function never(): Promise<never> {
  return new Promise(() => {});
}

/** The head, which promises the whole body, and half of the body; half of the head where there is no body. */
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
  if (reply.statusCode === 204) reply.code(200);
  const { body, contentType = 'text/html; charset=utf-8' } = answer === 'html' ? { body: PAGE } : answer;
  reply.type(contentType);
  return Buffer.from(body);
}

const PAGE = '<!doctype html>\n<title>Please wait</title>\n<h1>The service is being updated</h1>\n';

/** The operations' answers are text, or nothing. */
function bytes(payload: unknown): Buffer {
  if (Buffer.isBuffer(payload)) return payload;
  return Buffer.from(typeof payload === 'string' ? payload : '');
}
