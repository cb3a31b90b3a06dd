import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { postgresqlPrograms } from '../../../scripts/postgresql.mjs';

const PASSWORD = 'p%40ss'; // As written in a URL; the password is p@ss.

/** A role with this name needs a password; all others need none. */
export const WITH_PASSWORD = 'suspect';

/** A PostgreSQL server just for one test, on a free port of loopback. */
export class Postgres {
  readonly port: number;
  readonly #directory: string;
  #process: ChildProcess | undefined;
  #databases = 0;

  private constructor(directory: string, port: number) {
    this.#directory = directory;
    this.port = port;
  }

  static async start(): Promise<Postgres> {
    const directory = mkdtempSync(join(tmpdir(), 'testpoint-postgres-'));
    own(directory);
    const data = join(directory, 'data');
    execFileSync(program('initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'], {
      cwd: directory,
      stdio: ['ignore', 'ignore', 'inherit'],
      ...USER,
    });
    const rules = join(data, 'pg_hba.conf');
    writeFileSync(rules, `host all ${WITH_PASSWORD} all scram-sha-256\n${readFileSync(rules, 'utf8')}`);
    const postgres = new Postgres(directory, await freePort());
    await postgres.resume();
    return postgres;
  }

  /** Creates a database and returns its address. */
  async database(): Promise<string> {
    this.#databases++;
    const name = `tests_${this.#databases}`;
    await this.query('postgres', `CREATE DATABASE ${name}`);
    return this.address(name);
  }

  address(database: string, user = 'postgres'): string {
    return `postgres://${user}:${PASSWORD}@127.0.0.1:${this.port}/${database}`;
  }

  async query(database: string, sql: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.address(database) });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Kills the main process, which ends all others, like a crash. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Shuts it down normally, and cuts off its clients. */
  async stop(): Promise<void> {
    await this.#end('SIGINT');
  }

  /** Starts it again on the same data and port. After a crash, it does not start until its other processes have ended. */
  async resume(): Promise<void> {
    for (let failure = await this.#start(); failure !== undefined; failure = await this.#start()) {
      if (!/shared memory|lock file/.test(failure)) throw new Error(`PostgreSQL does not start:\n${failure}`);
    }
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.#directory, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Resolves to undefined when it is ready, or to its output if it exits instead. */
  async #start(): Promise<string | undefined> {
    const settings = ['fsync=off', 'max_connections=60', 'unix_socket_directories=', 'log_min_messages=log'];
    const args = ['-D', join(this.#directory, 'data'), '-h', '127.0.0.1', '-p', String(this.port)];
    const child = spawn(program('postgres'), [...args, ...settings.flatMap((setting) => ['-c', setting])], {
      cwd: this.#directory,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...USER,
    });
    this.#process = child;
    return new Promise((resolve) => {
      let said = '';
      createInterface({ input: child.stderr }).on('line', (line) => {
        said += `${line}\n`;
        if (line.includes('ready to accept connections')) resolve(undefined);
      });
      child.once('close', () => resolve(said));
    });
  }

  async #end(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

/** PostgreSQL refuses to run as root, which CI's containers use. It then runs as the user nobody. */
const USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** Makes PostgreSQL's user the owner of a folder. */
export function own(folder: string): void {
  if (USER !== undefined) chownSync(folder, USER.uid, USER.gid);
}

function program(name: string): string {
  const folder = postgresqlPrograms();
  if (folder === undefined) throw new Error('PostgreSQL is not installed. Run: node scripts/postgresql.mjs');
  return join(folder, name);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}
