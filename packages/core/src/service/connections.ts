import {
  type AgentOptions,
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type RequestOptions,
} from 'node:http';
import type { Socket } from 'node:net';
import { urlToHttpOptions } from 'node:url';
import { DescriptorReserve } from '../between-threads/descriptors.js';
import { HostLookup } from './host-lookup.js';

/** How long connections stay few after there was no descriptor for another, milliseconds. */
const NARROW = 5_000;
const PROXY_VARIABLES = ['https_proxy', 'http_proxy', 'all_proxy'];

/** A proxy, and what names it. */
export interface Proxy {
  url: URL;
  /** Name and port, without the credentials. */
  host: string;
  /** Of the environment. */
  variable: string;
}

/**
 * Kept connections to one service, through a proxy where HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY say so.
 * Certificates are checked as Node does it, own authorities come from NODE_EXTRA_CA_CERTS, and nothing here can change that.
 */
export class Connections {
  #service: URL;
  #target: RequestOptions;
  #limit: number;
  #reserve: DescriptorReserve;
  /** Connections that have a descriptor of the reserve's, or may have. */
  #watched = new WeakSet<Socket>();
  /** Until when no more connections than there are will do, by `performance.now`. */
  #narrowUntil = 0;
  #hosts = new HostLookup();
  #agent: Promise<HttpAgent> | undefined;
  #ready: HttpAgent | undefined;
  /** What the connections lead through; known with the first request. */
  proxy: Proxy | undefined;

  /**
   * @param limit connections at once
   * @param reserve descriptors held back for them
   */
  constructor(service: URL, limit: number, reserve = new DescriptorReserve(0)) {
    this.#reserve = reserve;
    this.#service = service;
    this.#target = urlToHttpOptions(service);
    this.#limit = limit;
  }

  /** How a message about the service names the proxy before it. */
  get via(): string {
    return this.proxy === undefined ? '' : ` through the proxy ${this.proxy.host} (${this.proxy.variable})`;
  }

  /** A request on a kept or new connection; nothing is sent before it is written to. */
  async request(options: RequestOptions): Promise<ClientRequest> {
    const agent = this.#ready ?? (await this.#makeAgent());
    if (agent.maxSockets < this.#limit && performance.now() > this.#narrowUntil) agent.maxSockets = this.#limit;
    const send = isSecure(this.#service) ? https().request : httpRequest;
    return send({ ...this.#target, ...options, agent });
  }

  /** A request is on this connection. */
  inUse(socket: Socket): void {
    if (this.#reserve.isFull || this.#watched.has(socket)) return;
    this.#watched.add(socket);
    socket.once('close', () => this.#reserve.fill());
  }

  /** There was no descriptor for another connection; true where one of the reserve's is free for it now. */
  makeRoom(): boolean {
    if (this.#ready === undefined) return false;
    const open = countOf(this.#ready.sockets) + countOf(this.#ready.freeSockets);
    // Until then requests wait for the connections that are there.
    this.#ready.maxSockets = Math.max(1, open);
    this.#narrowUntil = performance.now() + NARROW;
    // One connection is enough, and one descriptor stays for attachments.
    return open === 0 && this.#reserve.isFull && this.#reserve.release();
  }

  /** Closes the connections that nothing uses now: after one of them was found dead, the others most likely are too. */
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
      lookup: this.#hosts.lookup,
    } as const;
    this.#agent ??= this.#reserve
      .lendWhile(async () => {
        this.proxy = isProxyPossible() ? await proxyFor(this.#service) : undefined;
        return makeAgent(this.#service, this.proxy?.url, options);
      })
      .then(
        (agent) => {
          this.#ready = agent;
          return agent;
        },
        (error: unknown) => {
          // The next request loads again what could not be loaded.
          this.#agent = undefined;
          throw error;
        },
      );
    return this.#agent;
  }
}

function countOf(sockets: HttpAgent['sockets']): number {
  const all = Object.values(sockets).flatMap((those) => those ?? []);
  return all.filter(({ connecting, destroyed }) => !connecting && !destroyed).length;
}

async function makeAgent(service: URL, proxy: URL | undefined, options: AgentOptions): Promise<HttpAgent> {
  if (proxy !== undefined) {
    // An answer of the proxy itself (407, 502) comes back as the request's answer.
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

/** Loaded when it is needed: TLS is the largest part of what a thread without it would load. */
function https(): typeof import('node:https') {
  return process.getBuiltinModule('node:https');
}

/** Spares nearly everybody the loading of what reads the variables in earnest. */
function isProxyPossible(): boolean {
  return PROXY_VARIABLES.some((name) => variableOf(name) !== undefined);
}

async function proxyFor(service: URL): Promise<Proxy | undefined> {
  const { getProxyForUrl } = await import('proxy-from-env');
  const proxy = getProxyForUrl(service.href);
  if (proxy === '') return undefined;
  const variable = variableOf(`${service.protocol.slice(0, -1)}_proxy`) ?? variableOf('all_proxy') ?? 'HTTP_PROXY';
  if (!URL.canParse(proxy)) throw new Error(`The proxy variable ${variable} does not contain an address.`);
  const url = new URL(proxy);
  return { url, host: url.host, variable };
}

/** The spelling that counts; undefined where the variable is not set. */
function variableOf(name: string): string | undefined {
  return [name, name.toUpperCase()].find((spelling) => process.env[spelling]);
}
