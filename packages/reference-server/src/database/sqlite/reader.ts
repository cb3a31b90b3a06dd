import type { Page } from '../page.js';
import type { RunRow } from '../run-row.js';
import type { Entry, Part, Point, PointSelection, ResultSelection } from '../store.js';
import type { Rows, RunChange, RunFilter, RunView } from '../views.js';
import { Database, type Query } from './database.js';
import { Inspection } from './inspection.js';
import { RunViews } from './views.js';

/**
 * Reads for people, on a connection and in a thread of their own: however long they take, no write waits. Each call reads few rows,
 * so that no read transaction keeps the log from being written back for long.
 */
export class Reader {
  readonly #database: Database;
  readonly #find: Query<RunRow, [id: string]>;
  readonly #inspection: Inspection;
  readonly #views: RunViews;

  constructor(file: string) {
    this.#database = Database.toRead(file);
    this.#find = this.#database.prepare('SELECT * FROM runs WHERE id = ?');
    this.#inspection = new Inspection(this.#database);
    this.#views = new RunViews(this.#database);
  }

  points(id: string, selection: PointSelection): Part<Point> {
    const run = this.#find.get(id);
    return run === undefined ? NOTHING : this.#inspection.points(run, selection);
  }

  results(id: string, selection: ResultSelection): Part<Entry> {
    const run = this.#find.get(id);
    return run === undefined ? NOTHING : this.#inspection.results(run, selection);
  }

  viewRuns(filter: RunFilter): RunView[] {
    return this.#views.runs(filter);
  }

  viewRun(id: string): RunView | undefined {
    return this.#views.run(id);
  }

  rows(run: string, page: Page): Rows {
    return this.#views.rows(run, page);
  }

  history(externalId: string, limit: number): Rows {
    return this.#views.history(externalId, limit);
  }

  compare(run: string, other: string, selection: Page & { missing: boolean }): Rows {
    return this.#views.compare(run, other, selection);
  }

  changes(runs: readonly string[]): RunChange[] {
    return this.#views.changes(runs);
  }

  close(): void {
    this.#database.close();
  }
}

const NOTHING = { elements: [], more: false };
