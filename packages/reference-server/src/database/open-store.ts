import type { OnWait } from './load.js';
import type { Synchronous } from './sqlite/database.js';
import { SqliteStore } from './sqlite/sqlite-store.js';
import type { Store } from './store.js';

/**
 * Opens the store that `database` names: an SQLite file, `:memory:`, or `postgres://user:password@host:port/name`.
 * @param synchronous for SQLite
 * @param onWait called for every operation
 * @throws an Error that explains the problem in one line
 */
export async function openStore(database: string, synchronous?: Synchronous, onWait?: OnWait): Promise<Store> {
  if (!isShared(database)) return SqliteStore.open(database, synchronous ?? 'normal', onWait);
  if (synchronous !== undefined) {
    throw new Error('--synchronous is only for SQLite. On PostgreSQL, use its setting synchronous_commit.');
  }
  if (!URL.canParse(database)) {
    throw new Error(
      '--database must be a file, or postgres://user:password@host:port/name with special characters written as %XX.',
    );
  }
  const { PostgresStore } = await import('./postgres/postgres-store.js');
  return PostgresStore.open(new URL(database), onWait);
}

/** Whether several servers can share the database. */
function isShared(database: string): boolean {
  return /^postgres(ql)?:\/\//i.test(database);
}
