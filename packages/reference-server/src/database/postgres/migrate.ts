import type { PoolClient } from 'pg';
import { SetUpError } from './connections.js';
import { parts } from './failures.js';
import { FUNCTIONS } from './functions.js';
import { MIGRATION_LOCK, MIGRATIONS } from './migrations.js';

/**
 * Migrates the database to this version. Servers that start at the same time wait for each other here.
 * @param progress is called with a sentence from time to time during a long upgrade
 * @throws a SetUpError if the database is too old or too new
 */
export async function migrate(client: PoolClient, address: URL, progress: (sentence: string) => void): Promise<void> {
  const { shown } = parts(address);
  const { rows } = await client.query<{ number: string; name: string }>(
    "SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS name",
  );
  const [server] = rows;
  if (server === undefined || Number(server.number) < OLDEST * 10_000) {
    throw new SetUpError(
      `The database ${shown} is PostgreSQL ${server?.name}. Version ${OLDEST} or newer is required: upgrade it, or use another database.`,
    );
  }
  // The end of the transaction releases the lock.
  await client.query('BEGIN');
  await client.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  const version = await versionOf(client);
  if (version > MIGRATIONS.length) {
    throw new SetUpError(
      `The database ${shown} was written by a newer version of the server (schema ${version}, this one supports ${MIGRATIONS.length}). Start that version, or use another database.`,
    );
  }
  for (const { sql, fill } of MIGRATIONS.slice(version)) {
    await client.query(sql);
    await fill?.(client, progress);
  }
  if (version < MIGRATIONS.length) {
    await client.query(FUNCTIONS);
    await client.query('DELETE FROM testpoint.schema_version');
    await client.query('INSERT INTO testpoint.schema_version (version) VALUES ($1)', [MIGRATIONS.length]);
  }
  await client.query('COMMIT');
}

/** 0 for a new database. */
async function versionOf(client: PoolClient): Promise<number> {
  const known = await client.query("SELECT to_regclass('testpoint.schema_version') AS name");
  if (known.rows[0]?.name === null) {
    await client.query('CREATE SCHEMA IF NOT EXISTS testpoint');
    await client.query('CREATE TABLE testpoint.schema_version (version integer NOT NULL)');
  }
  const { rows } = await client.query<{ version: number }>('SELECT version FROM testpoint.schema_version');
  return rows[0]?.version ?? 0;
}

/** The oldest version that still gets fixes. */
const OLDEST = 13;
