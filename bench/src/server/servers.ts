import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerOptions } from '@testpoint/reference-server';
import { Remote } from '../remote.js';
import { Client } from './client.js';
import type { ServerProcess } from './server-process.js';

const PROGRAM = fileURLToPath(new URL('./server-process.js', import.meta.url));

/**
 * Starts reference servers that share a database, each in its own process: `await using servers = …`.
 * @param options of each; `folder` is for their files, and is deleted with them
 */
export async function startServers(options: (folder: string) => ServerOptions, count: number) {
  const folder = mkdtempSync(join(tmpdir(), 'testpoint-bench-'));
  const processes = Array.from({ length: count }, () => new Remote<ServerProcess>(PROGRAM));
  const urls = await Promise.all(processes.map((server) => server.call('start', { port: 0, ...options(folder) })));
  return {
    /** A client whose requests go to each server in turn. @param connections how many requests are under way at once */
    client: (connections: number) => new Client(urls, connections),
    /** User and system time of all of them so far, microseconds. */
    async cpu(): Promise<number> {
      const each = await Promise.all(processes.map((server) => server.call('cpu')));
      return each.reduce((sum, cpu) => sum + cpu, 0);
    },
    async [Symbol.asyncDispose](): Promise<void> {
      for (const server of processes) {
        await server.call('close');
        await server[Symbol.asyncDispose]();
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
