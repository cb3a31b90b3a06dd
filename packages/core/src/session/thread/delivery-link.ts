import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import {
  type DeliveryEnd,
  type EndTasks,
  SLOT,
  SLOTS,
  type ThreadData,
  type ToThread,
} from '../../between-threads/protocol.js';
import { append, each } from '../../built-ins/language.js';
import { shielded } from '../../built-ins/shield.js';
import { DescriptorReserve } from '../../descriptors.js';
import { plainFiles } from '../../outbox/format/plain-files.js';
import { closeDescriptors, type SessionFiles } from '../../outbox/format/session-files.js';
import { SessionLock } from '../../outbox/lock/lock.js';
import { deliverySettings } from '../../settings/delivery-settings.js';
import type { Settings } from '../../settings/settings.js';
import { threadGone, threadSilent } from '../messages.js';
import { environmentOfThread } from './thread-environment.js';
import { checkThreadMemory } from './thread-memory.js';

// Captured at load, because the suite's fake timers and stubs are in this process.
const { setTimeout, clearTimeout } = globalThis;
const { load, store, wait } = Atomics;
const now = performance.now.bind(performance);

const THREAD = new URL('./delivery-thread.cjs', import.meta.url);

/** Descriptors that a thread needs: four to start, one for its code and then for a connection, two for its reserve. */
const THREAD_DESCRIPTORS = 7;
/** The minimum that it needs to work. The reserve must leave these available. */
const THREAD_WORKS_WITH = 10;
/** How long to wait until the thread has received a message, milliseconds. A busy machine may take longer to start it. */
const TAKE_TIMEOUT = 2_000;
/** Additional time for the thread to send its last message, milliseconds. */
const GRACE = 2_000;
/** A closing thread without a heartbeat for this long hangs or is dead, milliseconds. */
const LIFELESS = 5_000;
/** How often to check for a heartbeat, milliseconds. */
const LOOK_EVERY = 100;
/** Limit for the thread's young generation, MiB. Without a limit it grows to 48 MiB, which makes nothing faster. */
const YOUNG_GENERATION = 4;

/**
 * The main thread's side of delivery: starts the thread, sends it everything that is not in the journal, and receives its
 * last message.
 */
export class DeliveryLink {
  #data: Omit<ThreadData, 'port'>;
  #slots: Int32Array;
  #worker: Worker | undefined;
  #port: MessagePort | undefined;
  #environment = environmentOfThread();
  /** Threads that may still be started. */
  #starts = 2;
  /** Reserved until a thread works, because the first tests may open as many files as the process is allowed to. */
  #reserve = new DescriptorReserve(THREAD_DESCRIPTORS, THREAD_WORKS_WITH);
  /** Number of messages to the thread. */
  #sent = 0;
  /** Those with a result for which it was too busy. */
  #late: number[] = [];
  /** Results that were on their way to a thread when it died. */
  #lost = 0;
  #closing = false;
  /** Deadline for the last message, by `performance.now`; undefined before it is requested. */
  #limit: number | undefined;
  #onDeath: ((lastMessage: DeliveryEnd | undefined) => void) | undefined;
  /** Why the thread died, if it did. */
  failure: string | undefined;
  /** Whether another thread was started after one had died. */
  wasRestarted = false;

  /** @param tasks what to make when delivery is over */
  constructor(files: SessionFiles | undefined, settings: Settings, tasks: EndTasks) {
    const shared = new SharedArrayBuffer(SLOTS * Int32Array.BYTES_PER_ELEMENT);
    this.#slots = new Int32Array(shared);
    const reportOnly = settings.reportOnly !== false;
    const isHeld = settings.deliveryProblems.length > 0;
    this.#data = { files, settings: deliverySettings(settings), tasks, reportOnly, isHeld, shared };
    this.#start();
  }

  /** Sends a line that could not be written; false if there is no thread. */
  sendLine(line: string, isResult: boolean): boolean {
    const isSent = this.#send({ kind: 'line', line });
    if (isSent && isResult && this.#isBehind) append(this.#late, this.#sent);
    return isSent;
  }

  /** Sends an attachment's content that could not be written; false if there is no thread. */
  sendContent(file: string, content: Uint8Array): boolean {
    return this.#write(file, content) || this.#send({ kind: 'content', file, content });
  }

  /** Results in lines that no thread has received. */
  get lostResults(): number {
    const taken = load(this.#slots, SLOT.taken);
    let lost = this.#lost;
    each(this.#late, (message) => {
      if (message > taken) lost++;
    });
    return lost;
  }

  /**
   * Asks the thread to deliver what it can, and to make the report if one is wanted.
   * @param onEnd gets its last message while the process is alive; undefined if the thread is dead
   */
  requestEnd(closeTimeout: number, reportTimeout: number, onEnd: (end: DeliveryEnd | undefined) => void): void {
    const port = this.#port;
    this.#closing = true;
    // The tests are over, so the thread gets all reserved descriptors.
    this.#reserve.close();
    const { report, summary } = this.#data.tasks;
    const limit = closeTimeout + (report === undefined && summary === undefined ? 0 : reportTimeout) + GRACE;
    this.#limit = now() + limit;
    if (port === undefined) {
      this.#release();
      return onEnd(undefined);
    }
    const finish = (end: DeliveryEnd | undefined) => {
      clearTimeout(timer);
      this.#stop();
      if (end === undefined) this.#release();
      onEnd(end);
    };
    const timer = setTimeout(() => finish(undefined), limit);
    timer.unref();
    this.#onDeath = finish;
    this.#post(port, { kind: 'close', closeTimeout, reportTimeout });
    port.on('message', finish);
    // The listener must not keep the process alive: it must end as it would without us.
    port.unref();
  }

  /** Blocks until the requested last message of the thread has arrived. Undefined if the thread is dead. */
  awaitEnd(): DeliveryEnd | undefined {
    if (this.#limit === undefined) return undefined;
    return this.#port === undefined ? undefined : this.#awaitThread(this.#port, this.#limit);
  }

  /** Why no thread has started; undefined if one has. */
  get notStarted(): string | undefined {
    return load(this.#slots, SLOT.started) === 1 ? undefined : (this.failure ?? threadSilent);
  }

  #awaitThread(port: MessagePort, limit: number): DeliveryEnd | undefined {
    let seen = load(this.#slots, SLOT.heartbeats);
    let beat = now();
    while (load(this.#slots, SLOT.done) === 0) {
      const time = now();
      if (time >= limit || time - beat >= LIFELESS) break;
      wait(this.#slots, SLOT.done, 0, LOOK_EVERY);
      const latest = load(this.#slots, SLOT.heartbeats);
      if (latest === seen) continue;
      seen = latest;
      beat = now();
    }
    // The thread never began to close.
    if (load(this.#slots, SLOT.done) === 0 && seen === 0) this.#stop();
    return receiveMessageOnPort(port)?.message as DeliveryEnd | undefined;
  }

  /** Sends results as soon as they are recorded, because the process may be killed. */
  hurry(): void {
    if (this.#port !== undefined) this.#post(this.#port, { kind: 'hurry' });
  }

  /** Uses a reserved descriptor if the content could not be written for lack of one. */
  #write(file: string, content: Uint8Array): boolean {
    const directory = this.#data.files?.attachments;
    if (directory === undefined) return false;
    try {
      this.#reserve.lend(() => plainFiles.writeNew(`${directory}/${file}`, content));
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Waits until the thread has received the message, unless it is behind already. A message that it receives later is not lost:
   * only its death is the end of it.
   */
  #send(message: ToThread): boolean {
    if (this.#port === undefined) return false;
    const isLate = this.#isBehind;
    this.#post(this.#port, message);
    const limit = now() + (isLate ? 0 : TAKE_TIMEOUT);
    let taken = load(this.#slots, SLOT.taken);
    for (let rest = limit - now(); taken < this.#sent && rest > 0; rest = limit - now()) {
      wait(this.#slots, SLOT.taken, taken, rest);
      taken = load(this.#slots, SLOT.taken);
    }
    return true;
  }

  #post(port: MessagePort, message: ToThread): void {
    port.postMessage(message);
    this.#sent++;
  }

  /** Whether the thread has not received every message yet. */
  get #isBehind(): boolean {
    return load(this.#slots, SLOT.taken) < this.#sent;
  }

  #start(): void {
    const { descriptors } = this.#data.files ?? {};
    this.#starts--;
    this.#lost = this.lostResults;
    this.#late = [];
    this.#sent = 0;
    store(this.#slots, SLOT.taken, 0);
    const { port1, port2 } = new MessageChannel();
    let worker: Worker;
    try {
      checkThreadMemory();
      worker = new Worker(THREAD, {
        name: 'testpoint-delivery',
        workerData: { ...this.#data, port: port2 } satisfies ThreadData,
        transferList: [port2],
        env: this.#environment,
        execArgv: [],
        stdout: true,
        stderr: true,
        resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION },
      });
    } catch (error) {
      // Threads are not allowed here, there are too many, or there is too little memory.
      this.failure = error instanceof Error ? error.message : String(error);
      port1.close();
      this.#reserve.close();
      return;
    }
    worker.on('error', (error) => {
      this.failure = error.message;
    });
    // Its only message on this channel: it has started.
    worker.once('message', () => this.#reserve.close());
    worker.on('exit', () => {
      this.#died();
      // If another thread continues, it needs the descriptors.
      if (this.#worker === undefined && descriptors !== undefined) closeDescriptors(descriptors);
    });
    worker.unref();
    port1.unref();
    this.#worker = worker;
    this.#port = port1;
  }

  #died(): void {
    if (this.#worker === undefined) return;
    // A busy main thread may get the thread's exit before its last message.
    const lastMessage =
      this.#closing && this.#port !== undefined ? receiveMessageOnPort(this.#port)?.message : undefined;
    if (lastMessage === undefined) this.failure ??= threadGone;
    this.#worker = undefined;
    this.#port = undefined;
    if (this.#closing) this.#onDeath?.(lastMessage as DeliveryEnd | undefined);
    else if (this.#starts > 0) {
      this.#reserve.close();
      shielded(() => this.#start());
      this.wasRestarted = this.#worker !== undefined;
    }
  }

  /** There is no thread any more, so a flush can deliver the session even while this process lives. */
  #release(): void {
    const { files } = this.#data;
    if (files !== undefined) SessionLock.adopt(files.directory)?.release();
  }

  #stop(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#port?.close();
    this.#port = undefined;
    void worker?.terminate();
  }
}
