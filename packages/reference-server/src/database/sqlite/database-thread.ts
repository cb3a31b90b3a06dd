import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { threadFile } from '../../thread-file.js';
import type { StoreEvents } from '../load.js';
import { type Answer, asError, type Call, clock, type Progress, type ThreadData } from './calls.js';

interface WaitingCall {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** A call without what the thread's queue adds. */
export type Unsent<Any> = Any extends unknown ? Omit<Any, 'number' | 'made'> : never;

/** A thread with a connection to the database, from outside. */
export class DatabaseThread {
  readonly #worker: Worker;
  readonly #ended: Promise<unknown>;
  readonly #waiting = new Map<number, WaitingCall>();
  readonly #onWait: StoreEvents['onWait'];
  #lastNumber = 0;
  /** Why the thread has ended. */
  #end: Error | undefined;

  private constructor(workerData: ThreadData, { onWait, onProgress }: StoreEvents) {
    this.#onWait = onWait;
    this.#worker = new Worker(threadFile('sqlite-thread'), {
      name: `testpoint-${workerData.role}`,
      workerData,
      execArgv: [],
    });
    this.#ended = once(this.#worker, 'exit').catch(() => {});
    this.#worker.on('message', (said: Answer | Progress) => {
      if ('progress' in said) onProgress?.(said.progress);
      else this.#take(said);
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The database is closed.')));
  }

  /** @throws an Error that explains the problem with the file */
  static async start(data: ThreadData, events: StoreEvents): Promise<DatabaseThread> {
    const thread = new DatabaseThread(data, events);
    try {
      await new Promise((resolve, reject) => thread.#waiting.set(0, { resolve, reject }));
    } catch (error) {
      await thread.#worker.terminate();
      throw error;
    }
    return thread;
  }

  /** How many calls wait for others to end. */
  get waiting(): number {
    return Math.max(0, this.#waiting.size - 1);
  }

  send<T>(call: Unsent<Call>, transfer: ArrayBufferLike[] = []): Promise<T> {
    if (this.#end !== undefined) return Promise.reject(this.#end);
    const number = ++this.#lastNumber;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(number, { resolve: resolve as WaitingCall['resolve'], reject });
      this.#worker.postMessage({ ...call, number, made: clock() }, transfer as ArrayBuffer[]);
    });
  }

  /** Resolves when all calls have ended and the connection is closed. */
  async close(): Promise<void> {
    if (this.#end !== undefined) return;
    while (this.#waiting.size > 0) await new Promise((resolve) => setImmediate(resolve));
    await this.send({ method: 'close', args: [] }).catch(() => {});
    await this.#ended;
  }

  #take(answer: Answer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if (answer.number > 0) this.#onWait?.(answer.waited, 'thread');
    if ('error' in answer) waiting?.reject(asError(answer));
    else waiting?.resolve(answer.value);
  }

  #fail(reason: Error): void {
    this.#end ??= reason;
    for (const { reject } of this.#waiting.values()) reject(this.#end);
    this.#waiting.clear();
  }
}
