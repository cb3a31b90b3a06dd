import { Socket } from 'node:net';
import type { Pool, PoolClient, QueryConfig, QueryResultRow } from 'pg';
import { isFull } from '../../problem.js';
import type { OnWait } from '../load.js';
import { requestError, startError } from './failures.js';

type Driver = typeof import('pg')['default'];

/** A query with a name, which PostgreSQL plans only once per connection. */
export interface NamedQuery {
  name: string;
  text: string;
}

/** The connections to PostgreSQL. If none is free, a request waits for one for at most 10 seconds. */
export class Connections {
  readonly #pool: Pool;
  readonly #sockets: ReadonlySet<Socket>;
  readonly #onWait: OnWait | undefined;
  /** Whether PostgreSQL had no room for a write since `probeRoom` last found some. */
  #lacksRoom = false;

  private constructor(pool: Pool, sockets: ReadonlySet<Socket>, onWait: OnWait | undefined, reads: boolean) {
    this.#pool = pool;
    this.#sockets = sockets;
    this.#onWait = onWait;
    // Errors of idle connections don't matter: the next request opens a new one.
    pool.on('error', ignore);
    // The tables grow faster than their statistics. With old statistics, a query for 100 rows looks so expensive that PostgreSQL
    // would compile it each time, which takes 30 ms. Pages read lists from one end, and a bitmap would collect all of a list first.
    const settings = reads
      ? `SET jit = off; SET enable_bitmapscan = off; SET statement_timeout = ${READ_TIMEOUT}; SET default_transaction_read_only = on`
      : 'SET jit = off';
    pool.on('connect', (client) => void client.query(settings).catch(ignore));
  }

  /** @param reads for a small pool of connections that only read for people. @throws an Error if the driver is not installed */
  static async to(address: URL, onWait?: OnWait, reads = false): Promise<Connections> {
    const { Pool, types } = await driver();
    const sockets = new Set<Socket>();
    const stream = () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    };
    return new Connections(
      new Pool({
        connectionString: address.href,
        max: reads ? MOST_FOR_READS : MOST,
        connectionTimeoutMillis: PATIENCE,
        query_timeout: QUERY_TIMEOUT,
        keepAlive: true,
        stream,
        application_name: 'testpoint-server',
        // Keys and sizes stay below 2^53.
        types: {
          getTypeParser: (oid, format) => (oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)),
        },
      }),
      sockets,
      onWait,
      reads,
    );
  }

  async query<Row extends QueryResultRow>(query: NamedQuery, values: unknown[], binary = false): Promise<Row[]> {
    return this.withClient(async (client) => (await client.query<Row>(config(query, values, binary))).rows);
  }

  /** Does `work` on one connection, which is closed if it fails. */
  async withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    let client: PoolClient | undefined;
    let failed = true;
    try {
      client = await this.#connect();
      // If the connection ends between two statements, the next one fails.
      client.on('error', ignore);
      const result = await work(client);
      failed = false;
      return result;
    } catch (error) {
      this.#lacksRoom ||= isFull(error);
      throw requestError(error);
    } finally {
      client?.off('error', ignore);
      // Closing the connection rolls the transaction back.
      client?.release(failed);
    }
  }

  /** Does all of `work` or nothing, on one connection. */
  transaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.withClient((client) => inTransaction(client, () => work(client)));
  }

  /** After a write for which there was no room, does `write`, which must undo itself, to see whether there is some again. */
  async probeRoom(write: (client: PoolClient) => Promise<void>): Promise<void> {
    if (!this.#lacksRoom) return;
    await this.withClient(write);
    this.#lacksRoom = false;
  }

  /** Like `withClient`, for use on start, when errors go to the person who starts the server. Always closes the connection. */
  async first<T>(address: URL, work: (client: PoolClient) => Promise<T>): Promise<T> {
    let client: PoolClient | undefined;
    try {
      client = await this.#pool.connect();
      return await work(client);
    } catch (error) {
      throw error instanceof SetUpError ? error : startError(error, address);
    } finally {
      client?.release(true);
    }
  }

  load(): { waiting: number; inUse: number; idle: number } {
    const { waitingCount, totalCount, idleCount } = this.#pool;
    return { waiting: waitingCount, inUse: totalCount - idleCount, idle: idleCount };
  }

  async close(): Promise<void> {
    await this.#pool.end();
    // The driver leaves a connection open if it lacks a password. PostgreSQL would end it after a minute.
    for (const socket of this.#sockets) socket.destroy();
  }

  async #connect(): Promise<PoolClient> {
    const asked = performance.now();
    try {
      return await this.#pool.connect();
    } finally {
      this.#onWait?.((performance.now() - asked) / 1000, 'connection');
    }
  }
}

/** Does all of `work` or nothing. If it fails, close the connection. */
export async function inTransaction<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  const result = await work();
  await client.query('COMMIT');
  return result;
}

/** A problem with the database, explained to the person who starts the server. */
export class SetUpError extends Error {
  override readonly name = 'SetUpError';
}

export function config(query: NamedQuery, values: unknown[], binary = false): QueryConfig {
  return { ...query, values, ...(binary ? { binary } : {}) } as QueryConfig;
}

/** Loaded only for a server on PostgreSQL. */
async function driver(): Promise<Driver> {
  try {
    return (await import('pg')).default;
  } catch (cause) {
    throw new Error(
      'To use PostgreSQL, install its driver beside the server: npm install @testpoint/reference-server pg',
      { cause },
    );
  }
}

function ignore(): void {}

/** Maximum number of connections of one server. */
const MOST = 10;
const MOST_FOR_READS = 3;
/** How long PostgreSQL may work on one read for people, milliseconds. */
const READ_TIMEOUT = 5_000;
/** How long a request waits for a connection, milliseconds. */
const PATIENCE = 10_000;
/** A database that does not answer for this long counts as unreachable, milliseconds. */
const QUERY_TIMEOUT = 60_000;
