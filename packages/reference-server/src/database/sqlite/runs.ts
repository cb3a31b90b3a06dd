import type { RunRow } from '../run-row.js';
import type { NewSender } from '../senders.js';
import type { NewRun } from '../store.js';
import type { Database, Query } from './database.js';

/** Runs, without their test points and results. */
export class RunTable {
  readonly #insert: Query<never, [key: number, id: string, project: number | null, plan: number | null, on: string]>;
  readonly #find: Query<RunRow, [id: string]>;
  readonly #byKey: Query<{ key: number }, [key: number]>;
  readonly #save: Query<never, (string | number | null)[]>;
  readonly #note: Query<never, [run: number, number: number, on: string, json: string]>;
  #lastKey: number;

  constructor(database: Database) {
    this.#insert = database.prepare(
      "INSERT INTO runs (key, id, project, plan, status, created_on) VALUES (?, ?, ?, ?, 'Pending', ?)",
    );
    this.#find = database.prepare('SELECT * FROM runs WHERE id = ?');
    this.#byKey = database.prepare('SELECT key FROM runs WHERE key = ?');
    this.#save = database.prepare(
      `UPDATE runs SET ${CHANGING.map((column) => `${column} = ?`).join(', ')} WHERE key = ?`,
    );
    this.#note = database.prepare(
      'INSERT OR IGNORE INTO run_sessions (run, number, received_on, json) VALUES (?, ?, ?, ?)',
    );
    const last: Query<{ key: number }, []> = database.prepare(
      'SELECT max((SELECT coalesce(max(key), 0) FROM runs), (SELECT coalesce(max(run), 0) FROM unfinished)) AS key',
    );
    this.#lastKey = last.get()?.key ?? 0;
  }

  /** A key for a new run. */
  newKey(): number {
    this.#lastKey++;
    return this.#lastKey;
  }

  /** Adds an empty run in state Pending. */
  insert(key: number, { id, project, plan, createdOn }: Omit<NewRun, 'points'>): RunRow {
    this.#insert.run(key, id, project, plan, createdOn);
    const run = this.find(id);
    if (run === undefined) throw new Error(`The run ${id} does not exist.`);
    return run;
  }

  /** Adds a run that a client of an open server named. */
  make(id: string, createdOn: string): RunRow {
    return this.insert(this.newKey(), { id, project: null, plan: null, createdOn });
  }

  find(id: string): RunRow | undefined {
    return this.#find.get(id);
  }

  /** Whether there is a run with this key. */
  has(key: number): boolean {
    return this.#byKey.get(key) !== undefined;
  }

  /** Notes who sent something to the run. */
  note({ key }: RunRow, sender: NewSender | undefined, on: string): void {
    if (sender !== undefined) this.#note.run(key, sender.number, on, sender.json);
  }

  /** Updates the columns of a run that can change. */
  save(run: RunRow): void {
    run.version++;
    this.#save.run(...CHANGING.map((column) => run[column]), run.key);
  }
}

const CHANGING = [
  'status',
  'started_on',
  'completed_on',
  'auto_tests',
  'missing',
  'results',
  'passed',
  'skipped',
  'blocked',
  'in_progress',
  'failed',
  'branch',
  'commit_id',
  'job',
  'began',
  'ended',
  'version',
] as const satisfies (keyof RunRow)[];
