import type { Load, OnWait, StoreEvents } from '../load.js';
import type { Page } from '../page.js';
import {
  type Dialect,
  PlainStore,
  type QueryAnswer,
  type QueryArguments,
  type QueryName,
  queryOf,
} from '../plain-queries.js';
import type { RunRow } from '../run-row.js';
import type {
  Delivery,
  Entry,
  NewRun,
  Part,
  Point,
  PointSelection,
  Refusal,
  ResultSelection,
  RunRefusal,
  StateChange,
  Store,
} from '../store.js';
import { NO_ROWS, type Rows } from '../views.js';
import { Connections, type NamedQuery } from './connections.js';
import { deleteRun } from './delete-run.js';
import { discardAbandoned, insertRun } from './insert-run.js';
import { readPoints, readResults } from './inspection.js';
import { migrate } from './migrate.js';
import { addResults } from './results.js';
import { RunQueue } from './run-queue.js';
import { readComparison, readHistory, readRows } from './views.js';

/** The store on PostgreSQL, which several servers can share. */
export class PostgresStore extends PlainStore implements Store {
  readonly #connections: Connections;
  /** Connections of their own for reads for people, so that these never take those of writes. */
  readonly #reads: Connections;
  readonly #changes: RunQueue;

  private constructor(connections: Connections, reads: Connections, onWait: OnWait | undefined) {
    super();
    this.#connections = connections;
    this.#reads = reads;
    this.#changes = new RunQueue(onWait);
  }

  /**
   * Connects, and migrates the tables to this version.
   * @throws an Error that explains the problem in one line
   */
  static async open(address: URL, { onWait, onProgress }: StoreEvents = {}): Promise<PostgresStore> {
    const connections = await Connections.to(address, onWait);
    try {
      await connections.first(address, async (client) => {
        await migrate(client, address, onProgress ?? (() => {}));
        await discardAbandoned(client);
      });
    } catch (error) {
      await connections.close();
      throw error;
    }
    return new PostgresStore(connections, await Connections.to(address, onWait, true), onWait);
  }

  createRun(run: NewRun): Promise<void> {
    return insertRun(this.#connections, run);
  }

  async changeState(run: string, { to, from, at, makesRun }: StateChange): Promise<RunRefusal | undefined> {
    const values = [run, to, from ?? null, at, makesRun];
    const [answer] = await this.#changes.do(run, () =>
      this.#connections.query<{ refusal: RunRefusal | null }>(CHANGE_STATE, values),
    );
    return answer?.refusal ?? undefined;
  }

  addResults(run: string, delivery: Delivery): Promise<Refusal | undefined> {
    return this.#changes.do(run, () => addResults(this.#connections, run, delivery));
  }

  async points(id: string, selection: PointSelection): Promise<Part<Point>> {
    const run = await this.#runToRead(id);
    return run ? readPoints(this.#reads, run, selection) : { elements: [], more: false };
  }

  async results(id: string, selection: ResultSelection): Promise<Part<Entry>> {
    const run = await this.#runToRead(id);
    return run ? readResults(this.#reads, run, selection) : { elements: [], more: false };
  }

  load(): Load {
    const [writes, reads] = [this.#connections.load(), this.#reads.load()];
    const connections = { inUse: writes.inUse + reads.inUse, idle: writes.idle + reads.idle };
    return { waiting: writes.waiting + reads.waiting + this.#changes.waiting, connections };
  }

  async check(): Promise<void> {
    const [setting] = await this.#connections.query<{ transaction_read_only: string }>(CHECK, []);
    if (setting?.transaction_read_only === 'on') throw new Error('it is read-only');
    await this.#connections.probeRoom(async (client) => {
      await client.query('BEGIN');
      await client.query(PROBE);
      await client.query('ROLLBACK');
    });
  }

  async close(): Promise<void> {
    await this.#reads.close();
    await this.#connections.close();
  }

  deleteRun(id: string): Promise<void> {
    return deleteRun(this.#connections, id);
  }

  async rows(id: string, page: Page): Promise<Rows> {
    const run = await this.#runToRead(id);
    return run ? readRows(this.#reads, run, page) : NO_ROWS;
  }

  history(externalId: string, limit: number): Promise<Rows> {
    return readHistory(this.#reads, externalId, limit);
  }

  async compare(id: string, otherId: string, selection: Page & { missing: boolean }): Promise<Rows> {
    const [run, other] = [await this.#runToRead(id), await this.#runToRead(otherId)];
    return run && other ? readComparison(this.#reads, run, other, selection) : NO_ROWS;
  }

  protected async query<Name extends QueryName>(name: Name, ...args: QueryArguments<Name>): Promise<QueryAnswer<Name>> {
    const { sql, values, answer, isForPages } = queryOf(name);
    const text = sql(DIALECT, ...args);
    const connections = isForPages ? this.#reads : this.#connections;
    return answer(await connections.query({ name: nameOf(text), text }, values(...args)));
  }

  async #runToRead(id: string): Promise<RunRow | undefined> {
    const [run] = await this.#reads.query<RunRow>(FIND_RUN, [id]);
    return run;
  }
}

const DIALECT: Dialect = {
  schema: 'testpoint.',
  isIn: (column, parameter) => `${column} = ANY (${parameter}::uuid[])`,
};

/** The names of plain queries. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `plain ${names.size}`;
  names.set(text, name);
  return name;
}

/** Takes about as much room as a delivery of results. */
const PROBE = `INSERT INTO testpoint.bodies (operation, received_on, json) VALUES ('', '', decode(repeat('00', 65536), 'hex'))`;
const CHECK: NamedQuery = { name: 'check', text: 'SHOW transaction_read_only' };
const FIND_RUN: NamedQuery = { name: 'find-run', text: 'SELECT * FROM testpoint.runs WHERE id = $1' };
const CHANGE_STATE: NamedQuery = {
  name: 'change-state',
  text: 'SELECT testpoint.change_state($1, $2, $3::text[], $4, $5) AS refusal',
};
