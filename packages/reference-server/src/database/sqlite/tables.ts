import { BodyTable } from './bodies.js';
import type { Database, Query } from './database.js';
import { PointTable } from './points.js';
import { ResultTable } from './results.js';
import { RunTable } from './runs.js';

/** The tables of runs and their contents, and work that involves several of them. */
export class Tables {
  readonly runs: RunTable;
  readonly points: PointTable;
  readonly results: ResultTable;
  readonly bodies: BodyTable;
  /** Runs that are being written or deleted in several transactions. Earlier versions also wrote results so: `body` is theirs. */
  readonly unfinished: {
    all: Query<{ run: number; body: number | null }, []>;
    insert: Query<never, [run: number]>;
    delete: Query<never, [run: number]>;
  };
  readonly #database: Database;
  readonly #deleteHidden: Query<never, [run: number, key: number]>[];

  constructor(database: Database) {
    this.#database = database;
    this.runs = new RunTable(database);
    this.points = new PointTable(database);
    this.results = new ResultTable(database);
    this.bodies = new BodyTable(database);
    this.unfinished = {
      all: database.prepare('SELECT run, body FROM unfinished'),
      insert: database.prepare('INSERT INTO unfinished (run) VALUES (?)'),
      delete: database.prepare('DELETE FROM unfinished WHERE run = ?'),
    };
    this.#deleteHidden = HIDDEN.map(({ table, number, count }) =>
      database.prepare(
        `DELETE FROM ${table} WHERE run = ? AND ${number} > coalesce((SELECT ${count} FROM runs WHERE key = ?), 0)`,
      ),
    );
  }

  /** Does all of `work` or nothing. */
  transaction<T>(work: () => T): T {
    return this.#database.transaction(work);
  }

  /** Deletes the rows of a run that are not visible yet. */
  discard(run: number, body: number | null): void {
    this.transaction(() => {
      for (const query of this.#deleteHidden) query.run(run, run);
      if (body !== null) this.bodies.delete(body);
      this.unfinished.delete.run(run);
    });
  }
}

/** A run's counts decide which rows are visible. */
const HIDDEN = [
  { table: 'point_auto_tests', number: 'auto_test', count: 'auto_tests' },
  { table: 'auto_tests', number: 'number', count: 'auto_tests' },
  { table: 'test_points', number: 'number', count: 'passed + skipped + blocked + in_progress + failed' },
  { table: 'results', number: 'number', count: 'results' },
];
