import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';

/** A load balancer: passes each request to the next server. If one side breaks off, it breaks off the other side, too. */
export class RoundRobin {
  /** Addresses of the servers. */
  targets: readonly string[] = [];
  readonly #proxy: Server;
  readonly #agent = new Agent({ keepAlive: true });
  #handedOn = 0;

  private constructor() {
    // Longer than the servers' own timeout, which their responses announce to the clients.
    this.#proxy = createServer({ keepAliveTimeout: 75_000 }, (incoming, answer) => this.#pass(incoming, answer));
  }

  static async start(): Promise<RoundRobin> {
    const balancer = new RoundRobin();
    await new Promise<void>((resolve) => balancer.#proxy.listen(0, '127.0.0.1', resolve));
    return balancer;
  }

  /** The address for clients. */
  get url(): string {
    const address = this.#proxy.address();
    if (address === null || typeof address === 'string') throw new Error('The load balancer is closed.');
    return `http://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    this.#proxy.closeAllConnections();
    await new Promise((resolve) => this.#proxy.close(resolve));
    this.#agent.destroy();
  }

  #pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const target = this.targets[this.#handedOn++ % this.targets.length];
    if (target === undefined) throw new Error('The load balancer has no servers.');
    const { method, url = '/', headers } = incoming;
    const onward = request(target + url, { method, headers, agent: this.#agent });
    onward.once('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.once('error', () => answer.destroy());
      response.pipe(answer);
    });
    onward.on('error', () => {
      // A server may answer before it has read the whole request, and then close the connection.
      incoming.unpipe(onward).resume();
      if (!answer.headersSent) answer.destroy();
    });
    answer.once('close', () => onward.destroy());
    incoming.pipe(onward);
  }
}
