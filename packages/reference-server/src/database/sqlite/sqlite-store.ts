import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Turn } from '../../turn.js';
import type { Load, StoreEvents } from '../load.js';
import { PlainStore, type QueryAnswer, type QueryArguments, type QueryName, queryOf } from '../plain-queries.js';
import type { ResultRow } from '../read-rows.js';
import type { Delivery, NewRun, Refusal, RunRefusal, StateChange, Store } from '../store.js';
import type { Call, PlainMethod } from './calls.js';
import type { Synchronous } from './database.js';
import { DatabaseThread, type Unsent } from './database-thread.js';
import type { Engine } from './engine.js';
import { type PackedPoints, packPoints, packResults } from './packed.js';
import { PIECE } from './pieces.js';

/** The store on SQLite. It passes every operation to a thread: one owns the connection that writes, another reads for people. */
export class SqliteStore extends PlainStore implements Store {
  readonly #writer: DatabaseThread;
  readonly #file: string;
  readonly #events: StoreEvents;
  /** Started by the first call, because many servers are never looked at. */
  #reader: Promise<DatabaseThread> | undefined;
  #readsWaiting = () => 0;
  /** The folder of a database that ends with the server. */
  readonly #temporary: string | undefined;

  private constructor(writer: DatabaseThread, file: string, temporary: string | undefined, events: StoreEvents) {
    super();
    this.#writer = writer;
    this.#file = file;
    this.#temporary = temporary;
    this.#events = events;
  }

  /**
   * @param name a path, created if missing, or `:memory:` for a file in a private folder that is deleted at the end
   * @throws an Error that explains the problem with the file
   */
  static async open(name: string, synchronous: Synchronous, events: StoreEvents = {}): Promise<SqliteStore> {
    const temporary = name === ':memory:' ? mkdtempSync(join(tmpdir(), 'testpoint-database-')) : undefined;
    const file = temporary === undefined ? name : join(temporary, 'service.db');
    try {
      const level = temporary === undefined ? synchronous : 'off';
      const writer = await DatabaseThread.start({ role: 'writer', file, synchronous: level }, events);
      return new SqliteStore(writer, realpathSync(file), temporary, events);
    } catch (error) {
      remove(temporary);
      throw error;
    }
  }

  async createRun({ points, ...run }: NewRun): Promise<void> {
    const packed: PackedPoints[] = [];
    const turn = new Turn();
    for (let first = 0; first < points.length; first += PIECE) {
      packed.push(packPoints(points.slice(first, first + PIECE)));
      if (turn.isOver) await turn.next();
    }
    return this.#writer.send({ method: 'createRun', run, points: packed });
  }

  changeState(run: string, change: StateChange): Promise<RunRefusal | undefined> {
    return this.#call('changeState', run, change);
  }

  addResults(run: string, { results, body, ...rest }: Delivery): Promise<Refusal | undefined> {
    // Small buffers share their memory with others, and so does a slice of a Buffer.
    const own = body.byteLength === body.buffer.byteLength ? body : new Uint8Array(body);
    const delivery = { ...rest, body: own };
    return this.#writer.send({ method: 'addResults', run, delivery, results: packResults(results) }, [own.buffer]);
  }

  deleteRun(id: string): Promise<void> {
    return this.#writer.send({ method: 'deleteRun', run: id });
  }

  load(): Load {
    return { waiting: this.#writer.waiting + this.#readsWaiting() };
  }

  check(): Promise<void> {
    return this.#call('check');
  }

  async close(): Promise<void> {
    const reader = await this.#reader?.catch(() => undefined);
    await reader?.close();
    await this.#writer.close();
    remove(this.#temporary);
  }

  protected query<Name extends QueryName>(name: Name, ...args: QueryArguments<Name>): Promise<QueryAnswer<Name>> {
    const call: Unsent<Call> = { method: 'query', args: [name, ...args] };
    return queryOf(name).isForPages ? this.#askReader(call) : this.#writer.send(call);
  }

  protected bodies(rows: readonly ResultRow[]): Promise<Uint8Array[]> {
    return this.#askReader({ method: 'bodies', args: [rows] });
  }

  #call<Method extends PlainMethod>(
    method: Method,
    ...args: Parameters<Engine[Method]>
  ): Promise<ReturnType<Engine[Method]>> {
    return this.#writer.send({ method, args });
  }

  async #askReader<Answer>(call: Unsent<Call>): Promise<Answer> {
    this.#reader ??= this.#startReader();
    return (await this.#reader).send(call);
  }

  async #startReader(): Promise<DatabaseThread> {
    try {
      const data = { role: 'reader', file: this.#file, synchronous: 'normal' } as const;
      const reader = await DatabaseThread.start(data, { onWait: this.#events.onWait });
      this.#readsWaiting = () => reader.waiting;
      return reader;
    } catch (error) {
      // The next call tries again.
      this.#reader = undefined;
      throw error;
    }
  }
}

function remove(folder: string | undefined): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
