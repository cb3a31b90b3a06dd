import type { Synchronous } from './sqlite/database.js';
import { SqliteStore } from './sqlite/sqlite-store.js';
import type { Store } from './store.js';

/**
 * Opens the store that `database` names: a file of SQLite, or `:memory:`.
 * @throws an Error that says in one line what is wrong
 */
export function openStore(database: string, synchronous: Synchronous): Promise<Store> {
  return SqliteStore.open(database, synchronous);
}
