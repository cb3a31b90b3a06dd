import type { CatalogContent } from './catalog-schema.js';
import type { Synchronous } from './database/sqlite/database.js';
import type { Faults } from './faults/faults.js';

/** Options of `startServer`. */
export interface ServerOptions {
  /** Address to listen on. @default '127.0.0.1' */
  host?: string | undefined;
  /**
   * `Host` names that a server on loopback accepts besides `localhost`, such as a proxy's name. Requests with any other `Host`
   * get a 403. An open server that other machines can reach shows its pages only under these names. @default none
   */
  allowedHosts?: readonly string[] | undefined;
  /** Port to listen on; 0 picks a free one. @default 7357 */
  port?: number | undefined;
  /**
   * Database file, created if missing. Attachments are stored next to it in `<file>-attachments`. Or a PostgreSQL database that
   * several servers can share, `postgres://user:password@host:port/name`; this needs the package `pg`. @default ':memory:'
   */
  database?: string | undefined;
  /**
   * Where to store attachments instead: a folder, or `s3://bucket/prefix` in an S3-compatible store. It needs a database that
   * is not in memory. The AWS SDK finds its endpoint, region and credentials in its usual places. @default next to the database
   */
  attachments?: string | undefined;
  /**
   * When SQLite waits for the disk. `normal`: answered writes survive the end of this process, even if it is killed. A power cut
   * or a crash of the system can lose the last few seconds, but the database stays intact. `full`: answered writes, including
   * attachments, survive these too, because every answer waits for the disk. @default 'normal'
   */
  synchronous?: Synchronous | undefined;
  /** Projects, plans and users that exist before any run: a JSON file or an object. Required unless `open` is true. */
  catalog?: string | CatalogContent | undefined;
  /** Accept any credentials and any ids; create test points when their results arrive. @default false */
  open?: boolean | undefined;
  /**
   * Accept any ids, as with `open`, but only with this key. The server also proves to reporters that it has the key, and signs
   * browsers in with one-time tokens. Used by `testpoint serve`; only on loopback, and with its pages. @default none
   */
  localKey?: string | undefined;
  /** Answer 409 to out-of-order moves and results. @default false */
  strictStates?: boolean | undefined;
  /** Maximum size of one attachment, bytes. @default 104857600 (100 MiB) */
  attachmentLimit?: number | undefined;
  /** Maximum size of all attachments together, bytes. A larger upload gets a 507. @default none */
  attachmentQuota?: number | undefined;
  /** Maximum size of a request body, except attachments, bytes. @default 10485760 (10 MiB) */
  bodyLimit?: number | undefined;
  /** Makes the server misbehave on purpose, to test clients. @default none */
  faults?: Faults | undefined;
  /** Called with one line per request, and with warnings about the set-up. @default no logging */
  log?: ((line: string) => void) | undefined;
  /** Format of those lines. `json`: one object per line, with the request's id, also sent as `X-Request-Id`. @default 'text' */
  logFormat?: 'text' | 'json' | undefined;
  /** Serve `/metrics`, without credentials. @default false */
  metrics?: boolean | undefined;
  /** Serve pages that show what the server holds. @default true */
  viewer?: boolean | undefined;
  /**
   * Address under which browsers reach the server behind a proxy, such as `https://tests.example.org`. With https, the cookie of
   * those who sign in is sent over https only. @default the address of each request
   */
  publicUrl?: string | undefined;
  /** Delete runs that are over when they are older than so many days. @default never */
  keepDays?: number | undefined;
  /** Keep only so many of the newest runs that are over. @default all */
  keepRuns?: number | undefined;
  /** IP addresses or subnets of proxies whose `X-Forwarded-For` is believed. @default none */
  trustedProxies?: readonly string[] | undefined;
  /**
   * How long `close` keeps accepting requests while `/ready` answers 503, milliseconds. A proxy needs this time to notice and to
   * send requests elsewhere. @default 0
   */
  drainDelay?: number | undefined;
}

/** A running server. */
export interface RunningServer {
  /** Its address, without a trailing slash. */
  readonly url: string;
  /** Replaces the faults, from the next call on; `undefined` removes them. Throws a TypeError if the faults are invalid. */
  setFaults(faults: Faults | undefined): void;
  /**
   * Waits for `drainDelay`, stops listening, lets requests in progress end (at most 5 seconds; requests that a fault delays are
   * cut off at once), and closes the database.
   */
  close(): Promise<void>;
}
