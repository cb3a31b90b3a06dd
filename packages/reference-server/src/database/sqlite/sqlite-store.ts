import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { RunRecord } from '@testpoint/interface';
import { Turn } from '../../turn.js';
import type { Load, OnWait, StoreEvents } from '../load.js';
import type {
  Delivery,
  Entry,
  NewRun,
  Page,
  Part,
  Point,
  Refusal,
  ResultSelection,
  RunRefusal,
  RunSelection,
  StateChange,
  Store,
  StoredAttachment,
} from '../store.js';
import { type Answer, asError, type Call, clock, type PlainMethod, type Progress, type ThreadData } from './calls.js';
import type { Synchronous } from './database.js';
import type { Engine } from './engine.js';
import { type PackedPoints, packPoints, packResults } from './packed.js';
import { pieces, SMALL_PIECE } from './pieces.js';
import { THREAD } from './thread-file.js';

interface WaitingCall {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

type Unsent<Any> = Any extends unknown ? Omit<Any, 'number' | 'made'> : never;

/** The store on SQLite. It passes every operation to a thread that owns the database. */
export class SqliteStore implements Store {
  readonly #worker: Worker;
  readonly #ended: Promise<unknown>;
  readonly #waiting = new Map<number, WaitingCall>();
  readonly #onWait: OnWait | undefined;
  #lastNumber = 0;
  /** The number of the last call, from which the thread sees whether a call is waiting. */
  readonly #lastCall = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  /** Why the thread has ended. */
  #end: Error | undefined;

  private constructor(data: Omit<ThreadData, 'lastCall'>, { onWait, onProgress }: StoreEvents) {
    this.#onWait = onWait;
    const workerData: ThreadData = { ...data, lastCall: this.#lastCall };
    this.#worker = new Worker(THREAD, { name: 'testpoint-database', workerData, execArgv: [] });
    this.#ended = once(this.#worker, 'exit').catch(() => {});
    this.#worker.on('message', (said: Answer | Progress) => {
      if ('progress' in said) onProgress?.(said.progress);
      else this.#take(said);
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The database is closed.')));
  }

  /**
   * @param file a path, created if missing, or `:memory:`
   * @throws an Error that explains the problem with the file
   */
  static async open(file: string, synchronous: Synchronous, events: StoreEvents = {}): Promise<SqliteStore> {
    const store = new SqliteStore({ file, synchronous }, events);
    try {
      await new Promise((resolve, reject) => store.#waiting.set(0, { resolve, reject }));
    } catch (error) {
      await store.#worker.terminate();
      throw error;
    }
    return store;
  }

  async createRun({ points, ...run }: NewRun): Promise<void> {
    const packed: PackedPoints[] = [];
    const turn = new Turn();
    for (const piece of pieces(points, SMALL_PIECE)) {
      packed.push(packPoints(piece));
      if (turn.isOver) await turn.next();
    }
    return this.#send({ method: 'createRun', run, points: packed });
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
    // Small buffers share their memory with others.
    const own = body.byteLength === body.buffer.byteLength ? body : body.slice();
    const delivery = { ...rest, body: own };
    return this.#send({ method: 'addResults', run, delivery, results: packResults(results) }, [own.buffer]);
  }

  configurationId(run: string, configuration: number): Promise<string | undefined> {
    return this.#call('configurationId', run, configuration);
  }

  points(run: string, page: Page): Promise<Part<Point>> {
    return this.#call('points', run, page);
  }

  results(run: string, selection: ResultSelection): Promise<Part<Entry>> {
    return this.#call('results', run, selection);
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

  load(): Load {
    // The thread is at work on one of them.
    return { waiting: Math.max(0, this.#waiting.size - 1) };
  }

  check(): Promise<void> {
    return this.#call('check');
  }

  async close(): Promise<void> {
    if (this.#end !== undefined) return;
    while (this.#waiting.size > 0) await this.check().catch(() => {});
    await this.#call('close').catch(() => {});
    await this.#ended;
  }

  #call<Method extends PlainMethod>(
    method: Method,
    ...args: Parameters<Engine[Method]>
  ): Promise<ReturnType<Engine[Method]>> {
    return this.#send({ method, args });
  }

  #send<T>(call: Unsent<Call>, transfer: ArrayBufferLike[] = []): Promise<T> {
    if (this.#end !== undefined) return Promise.reject(this.#end);
    const number = ++this.#lastNumber;
    Atomics.store(this.#lastCall, 0, number);
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(number, { resolve: resolve as WaitingCall['resolve'], reject });
      this.#worker.postMessage({ ...call, number, made: clock() }, transfer as ArrayBuffer[]);
    });
  }

  #take(answer: Answer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if (answer.number > 0) this.#onWait?.(answer.waited, 'thread');
    if ('error' in answer) waiting?.reject(asError(answer.error));
    else waiting?.resolve(answer.value);
  }

  #fail(reason: Error): void {
    this.#end ??= reason;
    for (const { reject } of this.#waiting.values()) reject(this.#end);
    this.#waiting.clear();
  }
}
