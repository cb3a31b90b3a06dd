import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Libsql from 'libsql';
import type { ServerOptions } from '../../src/index.js';

const program = fileURLToPath(new URL('server-process.mjs', import.meta.url));

/** A server in its own process, with its database in its own folder. */
export class FuzzedServer {
  readonly url: string;
  /** Its messages about failures. */
  said = '';
  readonly #process: ChildProcess;
  readonly #folder: string;

  static async start(options: ServerOptions): Promise<FuzzedServer> {
    const folder = mkdtempSync(join(tmpdir(), 'testpoint-fuzz-'));
    const given = { port: 0, database: join(folder, 'service.db'), ...options };
    const child = fork(program, [JSON.stringify(given)], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    const [{ url }] = await once(child, 'message');
    return new FuzzedServer(child, folder, url);
  }

  private constructor(child: ChildProcess, folder: string, url: string) {
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
    const database = new Libsql(join(this.#folder, 'service.db'));
    const known = new Set(database.prepare('SELECT id FROM attachments').all().map(idOf));
    database.close();
    const files = new Set(readdirSync(join(this.#folder, 'service.db-attachments')));
    rmSync(this.#folder, { recursive: true, force: true });
    return { files: [...files].filter((id) => !known.has(id)), rows: [...known].filter((id) => !files.has(id)) };
  }
}

function idOf(row: unknown): string {
  return typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : '';
}
