import type { Database, Query } from './database.js';
import type { InPieces } from './pieces.js';
import type { Tables } from './tables.js';

/** Deletes runs, a few rows at a time. While that goes on, or after a crash, `unfinished` names the run. */
export class ExpiryTables {
  readonly #tables: Tables;
  readonly #deleteRun: Query<never, [key: number]>;
  readonly #body: Query<{ body: number }, [run: number]>;
  readonly #deleteResults: Query<never, [run: number, run: number, body: number]>;
  readonly #left: Query<{ left: number }, number[]>;
  readonly #tests: Query<{ keys: string }, [run: number]>;
  readonly #deleteTests: Query<never, [keys: string]>;
  readonly #deleteRows: Query<never, [run: number, run: number]>[];

  constructor(database: Database, tables: Tables) {
    this.#tables = tables;
    this.#deleteRun = database.prepare('DELETE FROM runs WHERE key = ?');
    this.#body = database.prepare('SELECT body FROM results WHERE run = ? ORDER BY number LIMIT 1');
    this.#deleteResults = database.prepare(
      `DELETE FROM results WHERE run = ?
         AND number IN (SELECT number FROM results WHERE run = ? ORDER BY number LIMIT ${ROWS}) AND body = ?`,
    );
    this.#tests = database.prepare(
      `SELECT json_group_array(test) AS keys
       FROM (SELECT test FROM auto_tests WHERE run = ? ORDER BY number LIMIT ${ROWS})`,
    );
    this.#deleteTests = database.prepare(
      `DELETE FROM tests WHERE key IN (SELECT value FROM json_each(?))
         AND NOT EXISTS (SELECT 1 FROM auto_tests WHERE test = tests.key)`,
    );
    this.#deleteRows = ROWS_OF_RUN.map(([table, number]) =>
      database.prepare(
        `DELETE FROM ${table} WHERE run = ? AND ${number} IN (SELECT ${number} FROM ${table} WHERE run = ? ORDER BY ${number} LIMIT ${ROWS})`,
      ),
    );
    const exists = ROWS_OF_RUN.map(([table]) => `EXISTS (SELECT 1 FROM ${table} WHERE run = ?)`);
    this.#left = database.prepare(`SELECT ${exists.join(' OR ')} AS left`);
  }

  *delete(id: string): InPieces<void> {
    const { runs, unfinished } = this.#tables;
    const run = runs.find(id);
    if (run === undefined) return;
    this.#tables.transaction(() => {
      this.#deleteRun.run(run.key);
      unfinished.insert.run(run.key);
    });
    yield;
    yield* this.finish(run.key);
  }

  /** Deletes the rows of a run that is already gone for others. */
  *finish(key: number): InPieces<void> {
    for (;;) {
      const isDone = this.#tables.transaction(() => this.#deletePiece(key));
      if (isDone) return;
      yield;
    }
  }

  #deletePiece(key: number): boolean {
    const { bodies, unfinished } = this.#tables;
    for (let count = 0; count < BODIES; count++) {
      const body = this.#body.get(key)?.body;
      if (body === undefined) break;
      bodies.delete(body);
      this.#deleteResults.run(key, key, body);
    }
    if (this.#body.get(key) !== undefined) return false;
    const tests = this.#tests.get(key)?.keys ?? '[]';
    for (const query of this.#deleteRows) query.run(key, key);
    this.#deleteTests.run(tests);
    if (this.#left.get(...ROWS_OF_RUN.map(() => key))?.left === 1) return false;
    unfinished.delete.run(key);
    return true;
  }
}

/** Tables with rows of runs besides their results, and the column that numbers the rows. */
const ROWS_OF_RUN = [
  ['point_auto_tests', 'auto_test'],
  ['auto_tests', 'number'],
  ['test_points', 'number'],
  ['run_attachments', 'attachment'],
  ['run_sessions', 'number'],
] as const;
/** Rows to delete at once from each table, and bodies. */
const ROWS = 500;
const BODIES = 10;
