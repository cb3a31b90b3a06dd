import type { Load, OnWait, StoreEvents } from '../load.js';
import { PlainStore, type QueryAnswer, type QueryArguments, type QueryName, queryOf } from '../plain-queries.js';
import type { Dialect } from '../plain-query.js';
import type { ResultRow } from '../read-rows.js';
import type { Delivery, NewRun, Refusal, RunRefusal, StateChange, Store } from '../store.js';
import { Connections, type NamedQuery } from './connections.js';
import { deleteRun } from './delete-run.js';
import { discardAbandoned, insertRun } from './insert-run.js';
import { migrate } from './migrate.js';
import { addResults } from './results.js';
import { RunQueue } from './run-queue.js';

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

  async changeState(run: string, { to, from, at, sender, makesRun }: StateChange): Promise<RunRefusal | undefined> {
    const values = [run, to, from ?? null, at, makesRun, sender?.number ?? null, sender?.json ?? null];
    const [answer] = await this.#changes.do(run, () =>
      this.#connections.query<{ refusal: RunRefusal | null }>(CHANGE_STATE, values),
    );
    return answer?.refusal ?? undefined;
  }

  addResults(run: string, delivery: Delivery): Promise<Refusal | undefined> {
    return this.#changes.do(run, () => addResults(this.#connections, run, delivery));
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

  protected async query<Name extends QueryName>(name: Name, ...args: QueryArguments<Name>): Promise<QueryAnswer<Name>> {
    const { sql, values, answer, isForPages } = queryOf(name);
    const text = sql(DIALECT, ...args);
    const connections = isForPages ? this.#reads : this.#connections;
    return answer(await connections.query({ name: nameOf(text), text }, values(...args)), args);
  }

  protected async bodies(rows: readonly ResultRow[]): Promise<Uint8Array[]> {
    const values = [rows.map(({ body }) => body), rows.map(({ start }) => start), rows.map(({ length }) => length)];
    const read = await this.#reads.query<{ json: Uint8Array }>(BODIES, values, true);
    return read.map(({ json }) => json);
  }
}

const DIALECT: Dialect = {
  schema: 'testpoint.',
  join: 'JOIN',
  isTestOf: (autoTest) => `tests.name = ${autoTest}.name`,
  isSameTest: (one, other) => `${one}.name = ${other}.name`,
  isIn: (column, parameter, type) => `${column} = ANY (${parameter}::${type}[])`,
  list: ({ sql, kind }, condition) => {
    const value = kind === 'text' ? `to_json(${sql})::text` : `${sql}::text`;
    const list = `string_agg(coalesce(${value}, 'null'), ',' ORDER BY place) FILTER (WHERE ${condition})`;
    return `'[' || coalesce(${list}, '') || ']'`;
  },
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
const BODIES: NamedQuery = {
  name: 'bodies',
  text: `SELECT substring(bodies.json FROM given.start + 1 FOR given.length) AS json
    FROM unnest($1::bigint[], $2::integer[], $3::integer[]) WITH ORDINALITY AS given (body, start, length, place)
    JOIN testpoint.bodies ON bodies.key = given.body ORDER BY given.place`,
};
const CHANGE_STATE: NamedQuery = {
  name: 'change-state',
  text: 'SELECT testpoint.change_state($1, $2, $3::text[], $4, $5, $6, $7) AS refusal',
};
