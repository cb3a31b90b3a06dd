import type { StoreEvents } from './load.js';
import type { Synchronous } from './sqlite/database.js';
import { SqliteStore } from './sqlite/sqlite-store.js';
import type { Store } from './store.js';

/**
 * Opens the store that `database` names: an SQLite file, `:memory:`, or `postgres://user:password@host:port/name`.
 * @param synchronous for SQLite
 * @throws an Error that explains the problem in one line
 */
export async function openStore(database: string, synchronous?: Synchronous, events: StoreEvents = {}): Promise<Store> {
  // The address may contain a password, so no message repeats it.
  if (URL_LIKE.test(database) && !(isShared(database) && URL.canParse(database))) {
    throw new Error(
      '--database must be a file, :memory:, or postgres://user:password@host:port/name with special characters written as %XX.',
    );
  }
  if (!isShared(database)) return SqliteStore.open(database, synchronous ?? 'normal', events);
  if (synchronous !== undefined) {
    throw new Error('--synchronous is only for SQLite. On PostgreSQL, use its setting synchronous_commit.');
  }
  const { PostgresStore } = await import('./postgres/postgres-store.js');
  return PostgresStore.open(new URL(database), events);
}

/** Something with a scheme, or without one by mistake (`user:password@host`). A drive on Windows has one letter. */
const URL_LIKE = /^[a-z][a-z\d+.-]+:/i;

/** Whether several servers can share the database. */
export function isShared(database: string): boolean {
  return /^postgres(ql)?:\/\//i.test(database);
}
