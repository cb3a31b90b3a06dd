import type { Session } from '../views.js';
import type { Database, Query } from './database.js';

interface SessionRow {
  digest: string;
  user_name: string;
  key_digest: string;
  expires: number;
}

/** Who has signed in to the pages. */
export class SessionTable {
  readonly #identity: Query<{ id: string }, []>;
  readonly #insert: Query<never, [digest: string, userName: string, keyDigest: string, expires: number]>;
  readonly #find: Query<SessionRow, [digest: string, now: number]>;
  readonly #delete: Query<never, [digest: string]>;
  readonly #deleteExpired: Query<never, [now: number]>;

  constructor(database: Database) {
    this.#identity = database.prepare('SELECT id FROM identity');
    this.#insert = database.prepare(
      'INSERT INTO sessions (digest, user_name, key_digest, expires) VALUES (?, ?, ?, ?)',
    );
    this.#find = database.prepare('SELECT * FROM sessions WHERE digest = ? AND expires > ?');
    this.#delete = database.prepare('DELETE FROM sessions WHERE digest = ?');
    this.#deleteExpired = database.prepare('DELETE FROM sessions WHERE expires <= ?');
  }

  identity(): string {
    const row = this.#identity.get();
    if (row === undefined) throw new Error('The database has no identity.');
    return row.id;
  }

  add({ digest, userName, keyDigest, expires }: Session, now: number): void {
    this.#deleteExpired.run(now);
    this.#insert.run(digest, JSON.stringify(userName), keyDigest, expires);
  }

  find(digest: string, now: number): Session | undefined {
    const row = this.#find.get(digest, now);
    if (row === undefined) return undefined;
    return { digest, userName: JSON.parse(row.user_name), keyDigest: row.key_digest, expires: row.expires };
  }

  delete(digest: string): void {
    this.#delete.run(digest);
  }
}
