import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Libsql from 'libsql';
import type { ServerOptions } from '../../src/index.js';
import type { Postgres } from '../postgres.js';

const program = fileURLToPath(new URL('server-process.mjs', import.meta.url));

/** A server in its own process, with its database in its own folder. */
export class FuzzedServer {
  readonly url: string;
  /** Its messages about failures. */
  said = '';
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #known: () => Promise<string[]>;

  static async start(options: ServerOptions, postgres?: Postgres): Promise<FuzzedServer> {
    const folder = mkdtempSync(join(tmpdir(), 'testpoint-fuzz-'));
    const file = join(folder, 'service.db');
    const place = postgres && { database: await postgres.database(), attachments: `${file}-attachments` };
    const { database = file } = { ...place, ...options };
    const given = { port: 0, ...place, ...options, database };
    const child = fork(program, [JSON.stringify(given)], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    const [{ url }] = await once(child, 'message');
    const known = () => (postgres === undefined ? knownIn(file) : knownOn(postgres, database));
    return new FuzzedServer(child, folder, url, known);
  }

  private constructor(child: ChildProcess, folder: string, url: string, known: () => Promise<string[]>) {
    this.#known = known;
    this.#process = child;
    this.#folder = folder;
    this.url = url;
    child.stderr?.on('data', (chunk) => {
      this.said += chunk;
    });
  }

  /** The peak memory of its process, bytes. */
  async peakMemory(): Promise<number> {
    const answer = once(this.#process, 'message');
    this.#process.send('memory');
    const [{ peak }] = await answer;
    return peak;
  }

  /** Ends the server. Returns the files that have no row in its database, and the rows that have no file. */
  async end(): Promise<{ files: string[]; rows: string[] }> {
    const ended = once(this.#process, 'exit');
    this.#process.disconnect();
    await ended;
    const known = new Set(await this.#known());
    // A place that was given holds a note of its database, too.
    const files = new Set(
      readdirSync(join(this.#folder, 'service.db-attachments')).filter((name) => name !== 'database'),
    );
    rmSync(this.#folder, { recursive: true, force: true });
    return { files: [...files].filter((id) => !known.has(id)), rows: [...known].filter((id) => !files.has(id)) };
  }
}

/** The attachments in the database. */
async function knownIn(file: string): Promise<string[]> {
  const database = new Libsql(file);
  const rows = database.prepare('SELECT id FROM attachments').all();
  database.close();
  return rows.map(idOf);
}

async function knownOn(postgres: Postgres, address: string): Promise<string[]> {
  return (await postgres.query(new URL(address).pathname.slice(1), 'SELECT id FROM testpoint.attachments')).map(idOf);
}

function idOf(row: unknown): string {
  return typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : '';
}
