import type { ChildProcess } from 'node:child_process';
import { type LookupOptions, lookup, Resolver } from 'node:dns';
import { readFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { isShortage } from '../../descriptors.js';

type Callback = Parameters<LookupFunction>[2];
type Found = Parameters<Callback>;

/** How long name servers may take before another process does the lookup, milliseconds. */
const PATIENCE = 500;
/** How long not to ask the name servers again after they have answered, milliseconds. */
const GOOD_FOR = 1_000;
const HOSTS =
  process.platform === 'win32'
    ? `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`
    : '/etc/hosts';
/** A program that prints the result of the system's lookup: the error's members, or the addresses. */
const PROGRAM = `
const [host, options] = process.argv.slice(1);
require('node:dns').lookup(host, JSON.parse(options), (error, address, family) => {
  console.log(JSON.stringify({ error: error && { ...error, message: error.message }, address, family }));
});`;
/** Error codes if no name server has answered. */
const UNANSWERED = new Set(['ETIMEOUT', 'ECANCELLED']);

/**
 * Looks up host names as the system does, but never in a way that could delay the end of the process. A system lookup
 * (getaddrinfo) can't be cancelled, and an exiting process waits for it: 10 s and more if the name servers are silent. So we
 * first ask the servers something that can be cancelled. If they do not answer, another process does the lookup.
 */
export class HostLookup {
  #answeredAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<boolean> | undefined;
  #resolver: Resolver | undefined;
  #children = new Set<ChildProcess>();
  #isClosed = false;

  /** Like `dns.lookup`, for the sockets of Node's agents. */
  readonly lookup: LookupFunction = (host, options, callback) => {
    void this.#find(host, options).then((found) => callback(...found));
  };

  /** Cancels lookups in progress. */
  close(): void {
    this.#isClosed = true;
    this.#resolver?.cancel();
    for (const child of this.#children) child.kill('SIGKILL');
  }

  async #find(host: string, options: LookupOptions): Promise<Found> {
    if (isKnownHere(host) || (await this.#doServersAnswer(host))) return inThisProcess(host, options);
    if (this.#isClosed) return [givenUp(host), []];
    return (await this.#inAnotherProcess(host, options)) ?? inThisProcess(host, options);
  }

  /** Any answer counts. Simultaneous requests ask only once. */
  #doServersAnswer(host: string): Promise<boolean> {
    if (performance.now() - this.#answeredAt < GOOD_FOR) return Promise.resolve(true);
    this.#asking ??= this.#ask(host).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #ask(host: string): Promise<boolean> {
    const resolver = new Resolver({ timeout: PATIENCE, tries: 1 });
    this.#resolver = resolver;
    // The resolver's own timeout applies to each server separately.
    const timer = setTimeout(() => resolver.cancel(), PATIENCE);
    // IPv4 and IPv6, because the system's lookup waits for both.
    const isAnswered = await Promise.all([
      new Promise<boolean>((resolve) => resolver.resolve4(host, (error) => resolve(!isUnanswered(error)))),
      new Promise<boolean>((resolve) => resolver.resolve6(host, (error) => resolve(!isUnanswered(error)))),
    ]);
    clearTimeout(timer);
    const isHeard = isAnswered.every(Boolean);
    if (isHeard) this.#answeredAt = performance.now();
    return isHeard;
  }

  /** Undefined if no other process can be started. */
  async #inAnotherProcess(host: string, options: LookupOptions): Promise<Found | undefined> {
    let child: ChildProcess;
    try {
      child = startLookup(host, options);
    } catch {
      // Node's permission model does not allow it.
      return undefined;
    }
    this.#children.add(child);
    try {
      return await outcomeOf(child, host);
    } finally {
      this.#children.delete(child);
    }
  }
}

/** Whether the hosts file contains the name, so that no server is needed. */
function isKnownHere(host: string): boolean {
  const name = host.toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  try {
    return readFileSync(HOSTS, 'utf8')
      .split('\n')
      .some((line) => namesIn(line).includes(name));
  } catch {
    return false;
  }
}

/** The names in a line of the hosts file: an address and names, up to a comment. */
function namesIn(line: string): string[] {
  const [, ...names] = line.replace(/#.*/s, '').trim().toLowerCase().split(/\s+/);
  return names;
}

function isUnanswered(error: NodeJS.ErrnoException | null): boolean {
  return error?.code !== undefined && UNANSWERED.has(error.code);
}

function inThisProcess(host: string, options: LookupOptions): Promise<Found> {
  return new Promise((resolve) => {
    lookup(host, options, (...found) => resolve(found));
  });
}

function startLookup(host: string, options: LookupOptions): ChildProcess {
  // Loaded on demand, because name servers usually answer.
  const { spawn } = process.getBuiltinModule('node:child_process');
  return spawn(process.execPath, ['-e', PROGRAM, host, JSON.stringify(options)], {
    // Without the suite's preloads, and in Node mode if this is Electron.
    env: { ...process.env, NODE_OPTIONS: '', ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  });
}

function outcomeOf(child: ChildProcess, host: string): Promise<Found | undefined> {
  return new Promise((resolve) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.once('error', (error) => resolve(isShortage(error) ? [error, []] : undefined));
    child.once('close', () => resolve(foundIn(output, host)));
  });
}

/** The output of the other process; nothing if it was killed. */
function foundIn(output: string, host: string): Found {
  if (output === '') return [givenUp(host), []];
  const { error, address, family } = JSON.parse(output);
  return error ? [Object.assign(new Error(error.message), error), []] : [null, address, family];
}

function givenUp(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`the name servers do not answer for ${host}`), { code: 'EAI_AGAIN' });
}
