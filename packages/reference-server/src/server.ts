import { lookup } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from './app.js';
import { Attachments } from './attachments.js';
import type { BlobStore } from './blobs/blob-store.js';
import { claim } from './blobs/claim.js';
import { openBlobs } from './blobs/open-blobs.js';
import { Sweeper } from './blobs/sweeper.js';
import { EMPTY_CATALOG, readCatalog } from './catalog.js';
import type { CatalogContent } from './catalog-schema.js';
import { openStore } from './database/open-store.js';
import type { Synchronous } from './database/sqlite/database.js';
import type { Store } from './database/store.js';
import { FaultHooks } from './faults/fault-hooks.js';
import type { Faults } from './faults/faults.js';
import { isLoopback, loopbackHosts } from './hosts.js';
import { InFlight } from './in-flight.js';
import { jsonLog, type ServerLog, textLog } from './monitoring/log.js';
import { loadMetrics } from './monitoring/metrics.js';
import { Readiness } from './monitoring/readiness.js';

/** What `startServer` takes. */
export interface ServerOptions {
  /** Address to listen on. @default '127.0.0.1' */
  host?: string;
  /**
   * Names besides `localhost` under which clients reach a server on loopback, such as a proxy's. It refuses every other
   * `Host` header with a 403. @default none
   */
  allowedHosts?: readonly string[];
  /** Port to listen on; 0 takes a free one. @default 7357 */
  port?: number;
  /**
   * Database file, made when missing; attachments stand beside it in `<file>-attachments`. Or a PostgreSQL that several
   * servers may share, `postgres://user:password@host:port/name`; it needs the package `pg`. @default ':memory:'
   */
  database?: string;
  /**
   * Where attachments lie instead: a folder, or `s3://bucket/prefix` in an S3-compatible store. It needs a database that
   * remembers them. The AWS SDK takes its endpoint, region and credentials where it always does. @default beside the database
   */
  attachments?: string;
  /**
   * When the database waits for the disk. `normal`: what was answered survives the end of this process, however it comes; a
   * power cut or a crash of the system may take the last seconds of it, and leaves the database whole. `full`: what was
   * answered, attachments included, survives these as well; every answer waits for the disk. @default 'normal'
   */
  synchronous?: Synchronous;
  /** What exists before any run: a JSON file or an object. Required unless `open`. */
  catalog?: string | CatalogContent;
  /** Accept any credentials and any ids; test points come into being with their results. @default false */
  open?: boolean;
  /** Answer 409 to moves and results out of order. @default false */
  strictStates?: boolean;
  /** Largest attachment, bytes. @default 104857600 (100 MiB) */
  attachmentLimit?: number;
  /** Largest size of all attachments together, bytes; further uploads are answered with a 507. @default none */
  attachmentQuota?: number;
  /** Largest body besides attachments, bytes. @default 10485760 (10 MiB) */
  bodyLimit?: number;
  /** How the server misbehaves on purpose, for testing clients. @default not at all */
  faults?: Faults;
  /** Gets one line for every request, and one for what is wrong with how the server is set up. @default nothing is logged */
  log?: (line: string) => void;
  /** What those lines are: for people, or objects in JSON with the requests' ids, which answers then have in `X-Request-Id`. @default 'text' */
  logFormat?: 'text' | 'json';
  /** Serve `/metrics`, without credentials. @default false */
  metrics?: boolean;
  /**
   * How long `close` goes on taking requests while `/ready` is a 503, milliseconds: long enough for a proxy to notice and to
   * send them elsewhere. @default 0
   */
  drainDelay?: number;
}

/** A running server. */
export interface RunningServer {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  /** Changes the faults from the next call on; undefined ends them. Throws a TypeError for faults that make no sense. */
  setFaults(faults: Faults | undefined): void;
  /** Waits for `drainDelay`, stops listening, lets requests under way end (5 seconds at most, and those that a fault delays not at all), and closes the database. */
  close(): Promise<void>;
}

/**
 * Starts a server that implements the whole service interface.
 * @throws an Error that says what is wrong with the catalog, the database, or the address.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { host = '127.0.0.1', port = 7357, database: file = ':memory:', open = false, strictStates = false } = options;
  const { attachmentLimit = 100 * MEBIBYTE, bodyLimit = 10 * MEBIBYTE, synchronous } = options;
  if (options.catalog === undefined && !open) {
    throw new Error('A catalog is needed, because nothing but its projects, plans and users exists; or be open.');
  }
  const faults = new FaultHooks();
  faults.set(options.faults);
  const inFlight = new InFlight();
  const { address } = await lookup(host);
  const isPrivate = isLoopback(address);
  const catalog = readCatalog(options.catalog ?? EMPTY_CATALOG);
  const log = options.logFormat === 'json' ? await jsonLog(options.log ?? (() => {})) : textLog(options.log);
  const metrics = options.metrics ? await loadMetrics() : undefined;
  const store = await openStore(file, synchronous, metrics?.onWait);
  metrics?.watchDatabase(() => store.load());
  let blobs: BlobStore | undefined;
  let sweeper: Sweeper | undefined;
  const release = async () => {
    await sweeper?.stop();
    await store.close();
    await blobs?.close();
  };
  try {
    blobs = await openBlobs(options.attachments, file, synchronous ?? 'normal');
    const attachments = new Attachments(store, blobs, attachmentLimit, options.attachmentQuota);
    sweeper = await tidy(attachments, store, blobs, options.attachments, log);
    const readiness = new Readiness({
      database: store.check.bind(store),
      'store of attachments': blobs.check.bind(blobs),
    });
    const app = await buildApp({
      rules: { catalog, open, strictStates },
      store,
      attachments,
      attachmentLimit,
      bodyLimit,
      faults,
      inFlight,
      answersTo: isPrivate ? loopbackHosts([host, ...(options.allowedHosts ?? [])]) : () => true,
      log,
      requestIds: options.logFormat === 'json',
      readiness,
      metrics,
    });
    await app.listen({ host: address, port });
    if (open && !isPrivate) log.notice(`Warning: ${host} is reached from other machines, ${OPEN_TO_ALL}`);
    return {
      url: urlOf(app.server.address()),
      setFaults: (changed) => faults.set(changed),
      close: once(async () => {
        readiness.end();
        if (options.drainDelay) await sleep(options.drainDelay);
        const grace = setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE);
        await app.close();
        clearTimeout(grace);
        await inFlight.end(HANDLER_GRACE);
        await release();
      }),
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Clears away what uploads have left: at once where no other server writes, the database being locked, else in the background. */
async function tidy(
  attachments: Attachments,
  store: Store,
  blobs: BlobStore,
  place: string | undefined,
  log: ServerLog,
): Promise<Sweeper | undefined> {
  if (place === undefined) {
    await attachments.sweep(END_OF_TIME);
    return undefined;
  }
  await claim(blobs, store, place);
  const sweeper = new Sweeper((before, signal) => attachments.sweep(before, signal), log.failure);
  sweeper.start();
  return sweeper;
}

/** Everything is older. */
const END_OF_TIME = new Date(8.64e15);
const OPEN_TO_ALL = 'and an open server lets anyone who reaches it read and write everything.';
const MEBIBYTE = 1024 * 1024;
/** How long requests under way may take to end at close, milliseconds. */
const CLOSE_GRACE = 5_000;
/** How long handlers may go on when every connection is gone, milliseconds. */
const HANDLER_GRACE = 1_000;

/** The address that a client on this machine uses: a wildcard is none. */
function urlOf(bound: AddressInfo | string | null): string {
  if (bound === null || typeof bound === 'string') throw new Error('The server listens on no TCP port.');
  const { address, family, port } = bound;
  if (family !== 'IPv6') return `http://${address === '0.0.0.0' ? '127.0.0.1' : address}:${port}`;
  return `http://[${address === '::' ? '::1' : address}]:${port}`;
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}
