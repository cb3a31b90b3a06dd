import { type Faults, startServer } from '@testpoint/reference-server';
import type { Catalog } from './catalog.js';

/** The service that stands behind the proxy. */
export interface Backend {
  /** Where it is now. */
  readonly url: string;
  /** Where each of its processes is now. */
  readonly urls: readonly string[];
  /** Makes it misbehave. Missing where only the network and the processes can fail. */
  setFaults?(faults: Faults | undefined): void;
  /** All of it, or a part, ends in the middle of whatever it does, and starts again on the same database. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface BackendOptions {
  /** A file for its database, where it needs one. */
  database: string;
  catalog: Catalog;
  /** It takes whatever comes. */
  open: boolean;
}

export type StartBackend = (options: BackendOptions) => Promise<Backend>;

/** One reference server, in this process, on SQLite. */
export async function startOneServer(options: BackendOptions): Promise<Backend> {
  const start = () => startServer({ port: 0, ...options });
  let server = await start();
  let faults: Faults | undefined;
  return {
    get url() {
      return server.url;
    },
    get urls() {
      return [server.url];
    },
    setFaults(changed) {
      faults = changed;
      server.setFaults(changed);
    },
    async restart() {
      await server.close();
      server = await start();
      server.setFaults(faults);
    },
    close: () => server.close(),
  };
}
