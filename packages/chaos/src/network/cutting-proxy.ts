import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { type ConnectionFault, type Cut, Relay } from './relay.js';

/** Which connections to break, counted from 1, and how. */
export type NetworkFaults = (connection: number) => ConnectionFault | undefined;

const GUID = /"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"/g;

/** A TCP proxy between a client and the service that breaks connections on purpose. */
export class CuttingProxy {
  /** Number of requests so far that a client stopped waiting for. The service may have accepted them. */
  abandoned = 0;
  readonly #target: () => number;
  readonly #server = createServer((client) => this.#accept(client));
  #port = 0;
  readonly #relays = new Map<Socket, Relay>();
  #connections = 0;
  #faults: NetworkFaults = () => undefined;
  readonly #arrived = new Set<string>();
  #answers = 0;
  #onAnswer: ((answers: number) => void) | undefined;

  private constructor(target: () => number) {
    this.#target = target;
  }

  /** @param target returns the current port of the service on this machine */
  static async start(target: () => number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target);
    proxy.#port = await listenOnKeptPort(proxy.#server);
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** GUIDs in answers that the client has certainly read; call it when no request is in progress. */
  get arrived(): ReadonlySet<string> {
    for (const relay of this.#relays.values()) relay.settle();
    return this.#arrived;
  }

  /** Breaks connections from the next one on, which is number 1. */
  spoil(faults: NetworkFaults): void {
    this.#faults = faults;
    this.#connections = 0;
  }

  /** Called when an answer begins to pass, with the number of answers so far. */
  watchAnswers(onAnswer: ((answers: number) => void) | undefined): void {
    this.#answers = 0;
    this.#onAnswer = onAnswer;
  }

  /** Breaks every open connection. */
  cutAll(how: Cut['how']): void {
    for (const relay of this.#relays.values()) relay.cut(how);
  }

  /** Refuses connections until `comeBack`. */
  async goDown(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.cutAll('reset');
    await closed;
  }

  async comeBack(): Promise<void> {
    if (!this.#server.listening) await listen(this.#server, this.#port);
  }

  #accept(client: Socket): void {
    const service = connect(this.#target(), '127.0.0.1');
    const fault = this.#faults(++this.#connections) ?? {};
    const relay = new Relay(client, service, fault, {
      onArrived: (answer) => {
        for (const [, guid = ''] of answer.matchAll(GUID)) this.#arrived.add(guid);
      },
      onAnswer: () => this.#onAnswer?.(++this.#answers),
      onAbandoned: () => this.abandoned++,
    });
    this.#relays.set(client, relay);
    client.once('close', () => this.#relays.delete(client));
  }
}

/**
 * Ports that no system assigns by itself, neither to a server that asks for any port nor to an outgoing connection. So such
 * a port is still free when the proxy comes back.
 */
const KEPT_PORTS = { first: 10_000, count: 20_000 };

/**
 * Starts at a random port, so that parallel processes do not collide. Continues with the next port, so that proxies in one
 * process do not.
 */
let nextPort = randomInt(KEPT_PORTS.count);

async function listenOnKeptPort(server: Server): Promise<number> {
  for (;;) {
    const port = KEPT_PORTS.first + (nextPort++ % KEPT_PORTS.count);
    try {
      await listen(server, port);
      return port;
    } catch (error) {
      // Windows reports EACCES for a port that it reserves.
      if (!['EADDRINUSE', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
}

async function listen(server: Server, port: number): Promise<void> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
}
