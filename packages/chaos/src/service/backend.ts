import { type Faults, startServer } from '@testpoint/reference-server';
import type { Catalog } from '../../../../scripts/one-plan.js';

/** The service behind the proxy. */
export interface Backend {
  /** Its current address. */
  readonly url: string;
  /** The current address of each of its processes. */
  readonly urls: readonly string[];
  /** Makes it misbehave. Missing if only the network and the processes can fail. */
  setFaults?(faults: Faults | undefined): void;
  /** Ends the service, or one of its processes, in the middle of its work, and restarts it on the same database. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface BackendOptions {
  /** A file for its database, if it needs one. */
  database: string;
  catalog: Catalog;
  /** Whether it accepts everything. */
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
