import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunRecord } from '@testpoint/interface';
import { Turn } from '../../turn.js';
import type { Load, StoreEvents } from '../load.js';
import type { Page } from '../page.js';
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
  RunSelection,
  StateChange,
  Store,
  StoredAttachment,
} from '../store.js';
import type { Expired, Rows, RunChange, RunFilter, RunView, Session } from '../views.js';
import type { PlainMethod } from './calls.js';
import type { Synchronous } from './database.js';
import { DatabaseThread } from './database-thread.js';
import type { Engine } from './engine.js';
import { type PackedPoints, packPoints, packResults } from './packed.js';
import { pieces, SMALL_PIECE } from './pieces.js';
import type { Reader } from './reader.js';

/** The store on SQLite. It passes every operation to a thread: one owns the connection that writes, another reads for people. */
export class SqliteStore implements Store {
  readonly #writer: DatabaseThread;
  readonly #file: string;
  readonly #events: StoreEvents;
  /** Started by the first call, because many servers are never looked at. */
  #reader: Promise<DatabaseThread> | undefined;
  #readsWaiting = () => 0;
  /** The folder of a database that ends with the server. */
  readonly #temporary: string | undefined;

  private constructor(writer: DatabaseThread, file: string, temporary: string | undefined, events: StoreEvents) {
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
      return new SqliteStore(writer, file, temporary, events);
    } catch (error) {
      remove(temporary);
      throw error;
    }
  }

  async createRun({ points, ...run }: NewRun): Promise<void> {
    const packed: PackedPoints[] = [];
    const turn = new Turn();
    for (const piece of pieces(points, SMALL_PIECE)) {
      packed.push(packPoints(piece));
      if (turn.isOver) await turn.next();
    }
    return this.#writer.send({ method: 'createRun', run, points: packed });
  }

  findRun(id: string): Promise<RunRecord | undefined> {
    return this.#call('findRun', id);
  }

  listRuns(selection: RunSelection): Promise<RunRecord[]> {
    return this.#call('listRuns', selection);
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

  configurationId(run: string, configuration: number): Promise<string | undefined> {
    return this.#call('configurationId', run, configuration);
  }

  points(run: string, selection: PointSelection): Promise<Part<Point>> {
    return this.#read('points', run, selection);
  }

  results(run: string, selection: ResultSelection): Promise<Part<Entry>> {
    return this.#read('results', run, selection);
  }

  insertAttachment(attachment: StoredAttachment): Promise<void> {
    return this.#call('insertAttachment', attachment);
  }

  findAttachment(id: string): Promise<StoredAttachment | undefined> {
    return this.#call('findAttachment', id);
  }

  deleteAttachment(id: string): Promise<void> {
    return this.#call('deleteAttachment', id);
  }

  knownAttachments(ids: readonly string[]): Promise<string[]> {
    return this.#call('knownAttachments', ids);
  }

  attachmentBytes(): Promise<number> {
    return this.#call('attachmentBytes');
  }

  viewRuns(filter: RunFilter): Promise<RunView[]> {
    return this.#read('viewRuns', filter);
  }

  viewRun(id: string): Promise<RunView | undefined> {
    return this.#read('viewRun', id);
  }

  rows(run: string, page: Page): Promise<Rows> {
    return this.#read('rows', run, page);
  }

  history(externalId: string, limit: number): Promise<Rows> {
    return this.#read('history', externalId, limit);
  }

  compare(run: string, other: string, selection: Page & { missing: boolean }): Promise<Rows> {
    return this.#read('compare', run, other, selection);
  }

  changes(runs: readonly string[]): Promise<RunChange[]> {
    return this.#read('changes', runs);
  }

  expiredRuns(expired: Expired): Promise<string[]> {
    return this.#call('expiredRuns', expired);
  }

  deleteRun(id: string): Promise<void> {
    return this.#writer.send({ method: 'deleteRun', run: id });
  }

  unusedAttachments(before: string): Promise<string[]> {
    return this.#call('unusedAttachments', before);
  }

  identity(): Promise<string> {
    return this.#call('identity');
  }

  addSession(session: Session, now: number): Promise<void> {
    return this.#call('addSession', session, now);
  }

  findSession(digest: string, now: number): Promise<Session | undefined> {
    return this.#call('findSession', digest, now);
  }

  deleteSession(digest: string): Promise<void> {
    return this.#call('deleteSession', digest);
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

  #call<Method extends PlainMethod>(
    method: Method,
    ...args: Parameters<Engine[Method]>
  ): Promise<ReturnType<Engine[Method]>> {
    return this.#writer.send({ method, args });
  }

  async #read<Method extends keyof Reader>(
    method: Method,
    ...args: Parameters<Reader[Method]>
  ): Promise<ReturnType<Reader[Method]>> {
    this.#reader ??= this.#startReader();
    return (await this.#reader).send({ method, args });
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
