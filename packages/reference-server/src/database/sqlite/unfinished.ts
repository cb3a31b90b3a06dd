import type { Database, Query } from './database.js';

interface UnfinishedRow {
  run: number;
  /** Earlier versions also wrote results in several transactions: their body. */
  body: number | null;
}

/** Runs that are being written in several transactions. */
export class UnfinishedTable {
  readonly #insert: Query<never, [run: number]>;
  readonly #delete: Query<never, [run: number]>;
  readonly #all: Query<UnfinishedRow, []>;

  constructor(database: Database) {
    this.#insert = database.prepare('INSERT INTO unfinished (run) VALUES (?)');
    this.#delete = database.prepare('DELETE FROM unfinished WHERE run = ?');
    this.#all = database.prepare('SELECT run, body FROM unfinished');
  }

  insert(run: number): void {
    this.#insert.run(run);
  }

  delete(run: number): void {
    this.#delete.run(run);
  }

  all(): UnfinishedRow[] {
    return this.#all.all();
  }
}
