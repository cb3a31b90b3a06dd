/** Runs the published form of the reference server in its own process. */
import { type ServerOptions, startServer } from '@testpoint/reference-server';
import { offer } from '../remote.js';

let server: Awaited<ReturnType<typeof startServer>> | undefined;

const functions = {
  /** @returns its URL */
  async start(options: ServerOptions): Promise<string> {
    server = await startServer(options);
    return server.url;
  },
  /** User and system time of the whole process so far, microseconds. */
  cpu(): number {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  close: async () => server?.close(),
};

export type ServerProcess = typeof functions;
offer(functions);
