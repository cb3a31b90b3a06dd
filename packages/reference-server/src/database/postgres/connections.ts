import type { Pool, PoolClient, QueryConfig, QueryResultRow } from 'pg';
import { requestError, startError } from './failures.js';

type Driver = typeof import('pg')['default'];

/** A query under a name, by which PostgreSQL plans it once for each connection. */
export interface NamedQuery {
  name: string;
  text: string;
}

/** The connections to PostgreSQL. Where none is free, a request waits for one, 10 seconds at most. */
export class Connections {
  readonly #pool: Pool;

  private constructor(pool: Pool) {
    this.#pool = pool;
    // Of connections that nothing uses: the next request opens another.
    pool.on('error', () => {});
  }

  /** @throws an Error where the driver is not installed */
  static async to(address: URL): Promise<Connections> {
    const { Pool, types } = await driver();
    return new Connections(
      new Pool({
        connectionString: address.href,
        max: MOST,
        connectionTimeoutMillis: PATIENCE,
        query_timeout: QUERY_TIMEOUT,
        keepAlive: true,
        application_name: 'testpoint-server',
        // Keys and sizes stay below 2^53.
        types: {
          getTypeParser: (oid, format) => (oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)),
        },
      }),
    );
  }

  async query<Row extends QueryResultRow>(query: NamedQuery, values: unknown[], binary = false): Promise<Row[]> {
    try {
      return (await this.#pool.query<Row>(config(query, values, binary))).rows;
    } catch (error) {
      throw requestError(error);
    }
  }

  /** Does all of `work` or nothing, on one connection. */
  async transaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    let client: PoolClient | undefined;
    let failed = true;
    try {
      client = await this.#pool.connect();
      // A connection that ends between two statements tells the next one.
      client.on('error', ignore);
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      failed = false;
      return result;
    } catch (error) {
      throw requestError(error);
    } finally {
      client?.off('error', ignore);
      // Closing the connection undoes what was done on it.
      client?.release(failed);
    }
  }

  /** For what is done at the start, when errors are for whoever starts the server. */
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

  close(): Promise<void> {
    return this.#pool.end();
  }
}

/** What is wrong with the database, in words for whoever starts the server. */
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
    throw new Error('A server on PostgreSQL needs its driver: npm install pg', { cause });
  }
}

function ignore(): void {}

/** Connections of one server. */
const MOST = 10;
/** Milliseconds that a request waits for a connection. */
const PATIENCE = 10_000;
/** Milliseconds after which a database that does not answer counts as gone. */
const QUERY_TIMEOUT = 60_000;
