import { BodyTable } from './bodies.js';
import type { Database, Query } from './database.js';
import { PointTable } from './points.js';
import { ResultTable } from './results.js';
import { RunTable } from './runs.js';
import { UnfinishedTable } from './unfinished.js';

/** What runs hold, and work on several of its tables. */
export class Tables {
  readonly runs: RunTable;
  readonly points: PointTable;
  readonly results: ResultTable;
  readonly bodies: BodyTable;
  readonly unfinished: UnfinishedTable;
  readonly #database: Database;
  readonly #deleteHidden: Query<never, [run: number, key: number]>[];

  constructor(database: Database) {
    this.#database = database;
    this.runs = new RunTable(database);
    this.points = new PointTable(database);
    this.results = new ResultTable(database);
    this.bodies = new BodyTable(database);
    this.unfinished = new UnfinishedTable(database);
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

  /** Deletes what was written into a run and is not visible. */
  discard(run: number, body: number | null): void {
    this.transaction(() => {
      for (const query of this.#deleteHidden) query.run(run, run);
      if (body !== null) this.bodies.delete(body);
      this.unfinished.delete(run);
    });
  }
}

/** Rows are visible up to the number that their run counts. */
const HIDDEN = [
  { table: 'point_auto_tests', number: 'auto_test', count: 'auto_tests' },
  { table: 'auto_tests', number: 'number', count: 'auto_tests' },
  { table: 'test_points', number: 'number', count: 'passed + skipped + blocked + in_progress + failed' },
  { table: 'results', number: 'number', count: 'results' },
];

/** Work in pieces: at each `yield` others have their turn. */
export type InPieces<Result> = Generator<void, Result, void>;

/** Rows written at once: so few that it takes no time that another client would notice. */
export const PIECE = 2000;

export function* pieces<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let first = 0; first < all.length; first += PIECE) yield all.slice(first, first + PIECE);
}
