import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningServer, ServerOptions } from '../src/index.js';
import type { BackingServices } from './backing-services.js';
import { RoundRobin } from './round-robin.js';
import { ServerProcess } from './server-process.js';

const OPTIONS = ['catalog', 'open', 'strictStates', 'attachmentLimit', 'bodyLimit', 'allowedHosts'] as const;

/** Options of each server of a fleet. */
export type FleetOptions = Pick<ServerOptions, (typeof OPTIONS)[number]>;

/** Whether fleets support an option. The others need a single server in this process. */
export function isOfFleets(option: string): boolean {
  return OPTIONS.some((name) => name === option);
}

/** Three server processes on one PostgreSQL and one S3 store, behind a load balancer. */
export class Fleet implements RunningServer {
  readonly #balancer: RoundRobin;
  readonly #start: () => Promise<ServerProcess>;
  readonly #directory: string;
  #servers: ServerProcess[] = [];

  private constructor(balancer: RoundRobin, start: () => Promise<ServerProcess>, directory: string) {
    this.#balancer = balancer;
    this.#start = start;
    this.#directory = directory;
  }

  static async start(services: BackingServices, options: FleetOptions): Promise<Fleet> {
    const directory = mkdtempSync(join(tmpdir(), 'testpoint-fleet-'));
    const { database, attachments, environment } = await services.place();
    const args = ['--database', database, '--attachments', attachments, ...flags(options, directory)];
    const fleet = new Fleet(await RoundRobin.start(), () => ServerProcess.start(args, environment), directory);
    // Wait for all of them, so that none is left running if another one fails.
    const started = await Promise.allSettled(Array.from({ length: SERVERS }, () => fleet.#add()));
    const failed = started.find((one) => one.status === 'rejected');
    if (failed === undefined) return fleet;
    await fleet.close();
    throw failed.reason;
  }

  /** The load balancer's address. */
  get url(): string {
    return this.#balancer.url;
  }

  /** The addresses of the servers behind it. */
  get urls(): string[] {
    return this.#servers.map(({ url }) => url);
  }

  setFaults(): void {
    throw new Error('A fleet has no faults: they belong to one server process.');
  }

  /** Kills the server that has run longest, whatever it is doing, and starts another. */
  async killOne(): Promise<void> {
    const [oldest, ...others] = this.#servers;
    await oldest?.kill();
    this.#replace(others);
    await this.#add();
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.kill('SIGTERM')));
    await this.#balancer.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  async #add(): Promise<void> {
    const server = await this.#start();
    this.#replace([...this.#servers, server]);
  }

  #replace(servers: ServerProcess[]): void {
    this.#servers = servers;
    this.#balancer.targets = this.urls;
  }
}

const SERVERS = 3;

function flags(options: FleetOptions, directory: string): string[] {
  const { catalog, open, strictStates, attachmentLimit, bodyLimit, allowedHosts = [] } = options;
  const args = allowedHosts.flatMap((host) => ['--allow-host', host]);
  if (catalog !== undefined) args.push('--catalog', fileOf(catalog, directory));
  if (open) args.push('--open');
  if (strictStates) args.push('--strict-states');
  if (attachmentLimit !== undefined) args.push('--attachment-limit', String(attachmentLimit));
  if (bodyLimit !== undefined) args.push('--body-limit', String(bodyLimit));
  return args;
}

function fileOf(catalog: NonNullable<ServerOptions['catalog']>, directory: string): string {
  if (typeof catalog === 'string') return catalog;
  const file = join(directory, 'catalog.json');
  writeFileSync(file, JSON.stringify(catalog));
  return file;
}
