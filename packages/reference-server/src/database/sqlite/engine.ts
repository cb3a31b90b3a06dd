import type { QueryAnswer, QueryArguments, QueryName } from '../plain-queries.js';
import { PointNumbers } from '../point-numbers.js';
import type { Delivery, NewRun, Refusal, RunRefusal, StateChange } from '../store.js';
import { Database, type Synchronous } from './database.js';
import { Deliveries } from './deliveries.js';
import { ExpiryTables } from './expiry.js';
import { type PackedPoints, unpackPoints } from './packed.js';
import type { InPieces } from './pieces.js';
import { PlainQueries } from './plain-queries.js';
import { Tables } from './tables.js';
import { upgrade } from './upgrade.js';

/**
 * The store on SQLite, synchronous. Most work is one transaction. Writing the points of a large run, or deleting a run, is split into
 * several, so that other clients are served in between. The rows become visible with the last transaction.
 */
export class Engine {
  readonly #database: Database;
  readonly #tables: Tables;
  readonly #deliveries: Deliveries;
  readonly #queries: PlainQueries;
  readonly #expiry: ExpiryTables;

  /**
   * @param progress is called with a sentence from time to time while the file is upgraded
   */
  constructor(file: string, synchronous: Synchronous, progress: (sentence: string) => void) {
    this.#database = Database.toWrite(file, synchronous);
    try {
      upgrade(this.#database, progress);
    } catch (error) {
      this.#database.close();
      throw error;
    }
    this.#tables = new Tables(this.#database);
    this.#deliveries = new Deliveries(this.#tables);
    this.#queries = new PlainQueries(this.#database);
    this.#expiry = new ExpiryTables(this.#database, this.#tables);
    for (const { run, body } of this.#tables.unfinished.all.all()) {
      if (this.#tables.runs.has(run)) this.#tables.discard(run, body);
      else for (const _ of this.#expiry.finish(run));
    }
  }

  *createRun(run: Omit<NewRun, 'points'>, given: readonly PackedPoints[]): InPieces<void> {
    const { runs, points, unfinished } = this.#tables;
    const numbers = new PointNumbers();
    const key = runs.newKey();
    const insertRun = () => {
      const row = runs.insert(key, run);
      row.auto_tests = numbers.autoTests;
      row.missing = numbers.autoTests;
      row.in_progress = numbers.points;
      runs.save(row);
    };
    const insertPoints = (piece: PackedPoints) => points.insert(key, numbers.add(unpackPoints(piece)));
    if (given.length <= 1) {
      this.#tables.transaction(() => {
        given.forEach(insertPoints);
        insertRun();
      });
      return;
    }
    let isWritten = false;
    unfinished.insert.run(key);
    try {
      for (const piece of given) {
        this.#tables.transaction(() => insertPoints(piece));
        yield;
      }
      this.#tables.transaction(() => {
        insertRun();
        unfinished.delete.run(key);
      });
      isWritten = true;
    } finally {
      if (!isWritten) this.#tables.discard(key, null);
    }
  }

  changeState(id: string, { to, from, at, sender, makesRun }: StateChange): RunRefusal | undefined {
    const { runs, points } = this.#tables;
    return this.#tables.transaction(() => {
      const run = runs.find(id) ?? (makesRun ? runs.make(id, at) : undefined);
      if (run === undefined) return { reason: 'no run' };
      if (from !== undefined && !from.includes(run.status)) return { reason: 'state', status: run.status };
      if (to === 'In progress') {
        run.started_on ??= at;
        run.completed_on = null;
      } else {
        points.fillSkipped(run);
        run.completed_on = at;
      }
      run.status = to;
      runs.note(run, sender, at);
      runs.save(run);
      return undefined;
    });
  }

  addResults(id: string, delivery: Delivery): Refusal | undefined {
    return this.#deliveries.add(id, delivery);
  }

  deleteRun(id: string): InPieces<void> {
    return this.#expiry.delete(id);
  }

  query<Name extends QueryName>(name: Name, ...args: QueryArguments<Name>): QueryAnswer<Name> {
    return this.#queries.run(name, args);
  }

  check(): void {
    this.#database.check();
  }

  close(): void {
    this.#database.close();
  }
}
