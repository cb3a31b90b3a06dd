import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** How to break one connection. */
export interface ConnectionFault {
  /** Delay before each piece is forwarded, in either direction, milliseconds. */
  delay?: number;
  cut?: Cut;
}

/** Where a connection breaks, and how. */
export interface Cut {
  /** The exchange in which it happens, from 1. A kept connection carries many. */
  exchange: number;
  /** Whose bytes to count. */
  of: Direction;
  /** How many bytes pass. With 0 bytes of the answer, the service has the request and nothing comes back. */
  afterBytes: number;
  /** `silence` leaves the connection half open: both ends stay open, but nothing passes anymore. */
  how: 'reset' | 'end' | 'silence';
}

export type Direction = 'request' | 'answer';

export interface RelayListener {
  /** Called when the client has certainly read an answer, because it continues to use the connection. */
  onArrived(answer: string): void;
  /** Called before the first bytes of an answer are forwarded. */
  onAnswer(): void;
  /** Called when the client closes its connection although the service may still answer a request. */
  onAbandoned(): void;
}

/** One connection through the proxy. Forwards bytes until its fault occurs. */
export class Relay {
  readonly #client: Socket;
  readonly #service: Socket;
  readonly #fault: ConnectionFault;
  readonly #listener: RelayListener;
  readonly #queues = { request: Promise.resolve(), answer: Promise.resolve() };
  readonly #passed = { request: 0, answer: 0 };
  #exchange = 0;
  #turn: Direction = 'answer';
  #silent = false;
  #answer: Buffer[] = [];
  #isCut = false;

  constructor(client: Socket, service: Socket, fault: ConnectionFault, listener: RelayListener) {
    this.#client = client;
    this.#service = service;
    this.#fault = fault;
    this.#listener = listener;
    this.#connect('request', client, service);
    this.#connect('answer', service, client);
    client.once('close', () => {
      const mayAnswer = !service.readableEnded && !service.destroyed;
      if (this.#turn === 'request' && mayAnswer && !this.#isCut) listener.onAbandoned();
      // A client that closes right after an answer may have timed out before it arrived.
      service.destroy();
    });
  }

  /** Ends the connection from the proxy's side. */
  cut(how: Cut['how']): void {
    this.#isCut = true;
    this.#silent = true;
    for (const socket of [this.#client, this.#service]) {
      if (how === 'reset') reset(socket);
      else if (how === 'end') socket.destroy();
    }
  }

  /** Call it when no request is in progress: a client that keeps its connection has then read its answers. */
  settle(): void {
    if (!this.#isCut) this.#arrived();
  }

  #connect(direction: Direction, from: Socket, to: Socket): void {
    from.on('data', (bytes: Buffer) => this.#later(direction, () => this.#pass(direction, bytes, from, to)));
    from.on('end', () => this.#later(direction, () => !this.#silent && to.end()));
    from.on('error', () => this.#later(direction, () => !this.#silent && reset(to)));
    from.on('close', () => this.#later(direction, () => !this.#silent && to.end()));
  }

  #later(direction: Direction, action: () => void): void {
    const { delay } = this.#fault;
    if (delay === undefined) action();
    else this.#queues[direction] = this.#queues[direction].then(() => setTimeout(delay)).then(action);
  }

  #pass(direction: Direction, bytes: Buffer, from: Socket, to: Socket): void {
    if (this.#silent) return;
    this.#turnTo(direction);
    const { cut } = this.#fault;
    const strikes = cut !== undefined && cut.exchange === this.#exchange && cut.of === direction;
    const room = strikes ? cut.afterBytes - this.#passed[direction] : bytes.length;
    const whole = bytes.length <= room && room > 0;
    const part = whole ? bytes : bytes.subarray(0, Math.max(room, 0));
    this.#passed[direction] += part.length;
    if (direction === 'answer') this.#answer.push(part);
    const isTaken = to.write(part, () => {
      if (!whole && cut !== undefined) this.cut(cut.how);
    });
    if (!whole) this.#silent = true;
    else if (!isTaken && !from.isPaused()) {
      from.pause();
      to.once('drain', () => from.resume());
    }
  }

  #turnTo(direction: Direction): void {
    if (this.#turn === direction) return;
    this.#turn = direction;
    if (direction === 'answer') return this.#listener.onAnswer();
    this.#exchange++;
    this.#passed.request = 0;
    this.#passed.answer = 0;
    this.#arrived();
  }

  #arrived(): void {
    if (this.#answer.length > 0) this.#listener.onArrived(Buffer.concat(this.#answer).toString('latin1'));
    this.#answer = [];
  }
}

/** Resetting a socket that is already ending has no effect: it would stay open forever. */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
