import {
  type AgentOptions,
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type RequestOptions,
} from 'node:http';
import type { Socket } from 'node:net';
import { urlToHttpOptions } from 'node:url';
import { DescriptorReserve } from '../../descriptors.js';
import { HostLookup } from './host-lookup.js';
import { type NamedProxy, proxyFor } from './proxy.js';

/** How long to limit connections after running out of descriptors, milliseconds. */
const NARROW = 5_000;
/**
 * How long one address of the host may take before the next one is tried, milliseconds. Node's default of 250 is less than a round
 * trip to a distant service, and it never returns to an address: without IPv6, such a service would be out of reach.
 */
const PER_ADDRESS = 1_000;
/** Node's default depends on NODE_TLS_REJECT_UNAUTHORIZED, which suites set for their own requests. */
const TRUSTED = { rejectUnauthorized: true };

/**
 * Kept connections to one service, through a proxy if HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY say so. Certificates
 * are always checked, in every process: custom authorities come from NODE_EXTRA_CA_CERTS, and NODE_TLS_REJECT_UNAUTHORIZED
 * changes nothing.
 */
export class Connections {
  #service: URL;
  #target: RequestOptions;
  #limit: number;
  #reserve: DescriptorReserve;
  #env: NodeJS.ProcessEnv;
  /** Connections that have, or may have, a reserved descriptor. */
  #watched = new WeakSet<Socket>();
  /** No further connections are opened until then, by `performance.now`. */
  #narrowUntil = 0;
  #hosts = new HostLookup();
  #agent: Promise<HttpAgent> | undefined;
  #ready: HttpAgent | undefined;
  /** The proxy of the connections; known with the first request. */
  proxy: NamedProxy | undefined;

  /**
   * @param limit maximum number of connections
   * @param reserve descriptors reserved for them
   * @param env names the proxy
   */
  constructor(service: URL, limit: number, reserve = new DescriptorReserve(0), env = process.env) {
    this.#env = env;
    this.#reserve = reserve;
    this.#service = service;
    this.#target = urlToHttpOptions(service);
    this.#limit = limit;
  }

  get isSecure(): boolean {
    return isSecure(this.#service);
  }

  /** How messages name the proxy in front of the service. */
  get via(): string {
    return this.proxy === undefined ? '' : ` through the proxy ${this.proxy.url.host} (${this.proxy.variable})`;
  }

  /**
   * A request on a kept or new connection. Nothing is sent until something is written. Its headers are set afterwards, because
   * NODE_DEBUG=http prints its options, and with them the key.
   */
  async request(options: RequestOptions, headers: Readonly<Record<string, string>>): Promise<ClientRequest> {
    const agent = this.#ready ?? (await this.#makeAgent());
    if (agent.maxSockets < this.#limit && performance.now() > this.#narrowUntil) agent.maxSockets = this.#limit;
    const send = isSecure(this.#service) ? https().request : httpRequest;
    // Here for the service behind a proxy, whose agent passes its own options only to the proxy.
    const request = send({ ...this.#target, ...options, agent, ...TRUSTED });
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
    return request;
  }

  /** Marks a connection as used by a request. */
  inUse(socket: Socket): void {
    if (this.#reserve.isFull || this.#watched.has(socket)) return;
    this.#watched.add(socket);
    socket.once('close', () => this.#reserve.fill());
  }

  /** Call it if there was no descriptor for another connection. True if a reserved one is now free for it. */
  makeRoom(): boolean {
    if (this.#ready === undefined) return false;
    const open = countOf(this.#ready.sockets) + countOf(this.#ready.freeSockets);
    // For a while, requests wait for existing connections.
    this.#ready.maxSockets = Math.max(1, open);
    this.#narrowUntil = performance.now() + NARROW;
    // One connection is enough, and one descriptor remains for attachments.
    return open === 0 && this.#reserve.isFull && this.#reserve.release();
  }

  /** Closes idle connections: after one of them was found dead, the others most likely are dead too. */
  dropIdle(): void {
    for (const sockets of Object.values(this.#ready?.freeSockets ?? {})) {
      for (const socket of (sockets ?? []) as Socket[]) socket.destroy();
    }
  }

  close(): void {
    this.#reserve.close();
    this.#hosts.close();
    this.#ready?.destroy();
  }

  #makeAgent(): Promise<HttpAgent> {
    const options = {
      keepAlive: true,
      maxSockets: this.#limit,
      scheduling: 'lifo',
      autoSelectFamilyAttemptTimeout: PER_ADDRESS,
      lookup: this.#hosts.lookup,
      ...TRUSTED,
    } as const;
    this.#agent ??= this.#reserve
      .lendWhile(async () => {
        this.proxy = proxyFor(this.#service, this.#env);
        this.#ready = await makeAgent(this.#service, this.proxy?.url, options);
        return this.#ready;
      })
      .catch((error: unknown) => {
        // The next request tries the failed load again.
        this.#agent = undefined;
        throw error;
      });
    return this.#agent;
  }
}

function countOf(sockets: HttpAgent['sockets']): number {
  const all = Object.values(sockets).flatMap((those) => those ?? []);
  return all.filter(({ connecting, destroyed }) => !connecting && !destroyed).length;
}

async function makeAgent(service: URL, proxy: URL | undefined, options: AgentOptions): Promise<HttpAgent> {
  if (proxy !== undefined) {
    // An answer of the proxy itself (407, 502) becomes the request's answer.
    if (isSecure(service)) {
      const { HttpsProxyAgent } = await import('https-proxy-agent');
      return new HttpsProxyAgent(proxy, options);
    }
    const { HttpProxyAgent } = await import('http-proxy-agent');
    return new HttpProxyAgent(proxy, options);
  }
  if (!isSecure(service)) return new HttpAgent(options);
  const { Agent } = https();
  return new Agent(options);
}

function isSecure({ protocol }: URL): boolean {
  return protocol === 'https:';
}

/** Loaded on demand: TLS is the largest part of what a thread would otherwise load. */
function https(): typeof import('node:https') {
  return process.getBuiltinModule('node:https');
}
