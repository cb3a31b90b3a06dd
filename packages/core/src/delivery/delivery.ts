import { setMaxListeners } from 'node:events';
import { type DeliveryEnd, type DeliveryState, NOTHING_LEFT } from '../between-threads/protocol.js';
import { newGuid } from '../built-ins/guid.js';
import { Progress } from '../outbox/read/progress.js';
import { sessionName } from '../outbox/read/sessions.js';
import { senderHeader } from '../service/sender-header.js';
import { AttachmentUploader } from './attachments/attachment-uploader.js';
import { DeliveryAccount } from './delivery-account.js';
import type { DeliveryOptions } from './delivery-options.js';
import { JournalIntake } from './journal/journal-intake.js';
import type { Outgoing } from './results/outgoing.js';
import { ResultDispatch } from './results/result-dispatch.js';
import { ResultPreparation } from './results/result-preparation.js';
import { batchLimitOf } from './results/result-sender.js';
import { Retries } from './retries/retries.js';
import { ServiceHealth } from './retries/service-health.js';
import { RunControl, RunUnavailableError } from './run/run-control.js';
import { SessionClient } from './session-client.js';

/**
 * Delivers one journal: reads it while it grows, gets the run, uploads, sends, and marks what is done. Every event calls
 * `#pump`, which does everything that is possible now and never waits.
 */
export class Delivery {
  #options: DeliveryOptions;
  #progress: Progress;
  #intake: JournalIntake;
  #abort = new AbortController();
  /** The health of the service. */
  readonly health: ServiceHealth;
  #client: SessionClient;
  #retries: Retries;
  #run: RunControl;
  #uploader: AttachmentUploader;
  #preparation: ResultPreparation;
  #dispatch: ResultDispatch;
  #account: DeliveryAccount;

  #isJournalComplete = false;
  /** Whether to send results without waiting for others. */
  #hurries = false;
  #settled: (() => void) | undefined;

  constructor(options: DeliveryOptions) {
    const { files, lock, service, health = new ServiceHealth(), dropUnmatched = false, paused, onChange } = options;
    const { signal } = this.#abort;
    // Every request in progress listens to it.
    setMaxListeners(0, signal);
    const progress = new Progress(files?.descriptors?.progress ?? files?.progress);
    const account = new DeliveryAccount(progress, dropUnmatched, () => this.#stopSending(), onChange);
    this.#options = options;
    this.#progress = progress;
    this.#account = account;
    this.health = health;
    const { api, testPlanGlobalId } = options;
    const wire = { api, ...(testPlanGlobalId !== undefined && { testPlanGlobalId }) };
    this.#intake = new JournalIntake(files?.descriptors?.journal ?? files?.journal, progress, wire);
    this.#retries = new Retries(health, account, signal);
    const client = new SessionClient(service, lock, progress, this.#retries, signal);
    this.#client = client;
    const context = { ...options, client, progress, account, health, signal, pump: () => this.#pump() };
    this.#run = new RunControl(context);
    this.#uploader = new AttachmentUploader(context);
    this.#dispatch = new ResultDispatch(context);
    this.#preparation = new ResultPreparation(context, this.#uploader, this.#dispatch);
    if (paused !== undefined) account.pause(paused);
  }

  get state(): Readonly<DeliveryState> {
    return this.#account.state;
  }

  /** Finished results and attachments. A result with thousands of attachments shows progress, too. */
  get handled(): number {
    return this.#account.handled + this.#uploader.handled;
  }

  /** Its end, if it ended now. Of the results, only those that were read so far. */
  get soFar(): DeliveryEnd {
    const { seen, sentByOthers } = this.#intake;
    return { ...NOTHING_LEFT, state: this.state, left: seen - this.#account.handled, sentByOthers };
  }

  /** Whether the journal says that its session is over. */
  get isOver(): boolean {
    return this.#intake.end !== undefined;
  }

  /** Shows other processes that this one delivers. Call it at every beat. */
  beat(): void {
    this.#client.beat();
  }

  /** The journal may have grown, or time has passed. */
  wake(): void {
    this.#intake.exhausted = false;
    this.#pump();
  }

  /** A line that could not be written to the journal. */
  acceptLine(line: Buffer): void {
    this.#intake.hold(line);
    this.#pump();
  }

  /** An attachment's content that could not be written to the outbox. */
  acceptContent(file: string, content: Uint8Array): void {
    this.#uploader.holdInMemory(file, content);
  }

  /** Sends every result as soon as possible from now on: the process may be killed. */
  hurry(): void {
    this.#hurries = true;
    this.wake();
  }

  /**
   * The journal will not grow any more. Resolves when everything possible is done, or after `stop`.
   * @param longestPause limit for the pauses between retries, milliseconds
   */
  drain(longestPause: number): Promise<void> {
    this.#retries.limitPauses(longestPause);
    this.#isJournalComplete = true;
    this.#intake.stopGrowing();
    return new Promise((resolve) => {
      this.#settled = resolve;
      this.wake();
    });
  }

  /**
   * Starts the last try if uploads may hold results back, or the search if a result may.
   * @param answers whether the service answers at all
   * @returns whether it has begun
   */
  tryLast(answers: boolean): boolean {
    if (this.#run.sender === undefined) return false;
    if (this.#preparation.underWay > 0) return this.health.tryLast();
    return answers && this.#dispatch.underWay > 0 && this.health.search();
  }

  /** Cancels everything in progress. Unsent results stay in the journal. */
  stop(): void {
    this.#abort.abort(new Error('delivery was given up'));
    this.#settled?.();
  }

  /**
   * The undelivered rest of the journal: results that are neither sent nor refused, and unreadable lines. Reads to the end.
   * @param patience maximum time, milliseconds; lines not read by then are not counted
   */
  countLeft(patience?: number): DeliveryEnd {
    const isWhole = this.#intake.countSeen(patience);
    const { unreadable, fragments } = this.#intake.damage;
    // A running session ends its journal before it closes.
    const isCutOff = this.#options.live && isWhole && this.#intake.end === undefined;
    return {
      ...this.soFar,
      lost: this.#intake.seenHeld - this.#account.handledHeld,
      unwritten: this.#intake.held,
      // Until everything is read, a line that was not reached is not missing.
      unreadable: isWhole ? unreadable + (isCutOff ? 1 : 0) : 0,
      fragments,
    };
  }

  /** Why deliveries are not marked on disk; undefined if they are. */
  get unmarked(): string | undefined {
    return this.#progress.unmarked;
  }

  close(): void {
    this.#abort.abort(new Error('delivery is over'));
    this.#intake.close();
    this.#progress.close();
  }

  #pump(): void {
    try {
      this.#advance();
    } catch (error) {
      // Whatever happens, `drain` must resolve.
      this.#failed(error);
    }
  }

  #advance(): void {
    if (this.#abort.signal.aborted) return;
    if (this.#account.isPaused) {
      // Requests in progress may still be accepted, and must not be sent again later.
      if (this.#dispatch.underWay + this.#preparation.underWay === 0) this.#settled?.();
      return;
    }
    this.#read();
    const { sender } = this.#run;
    if (sender === undefined) {
      this.#takeRun();
      return;
    }
    // At the end, everything that is ready is sent at once, unless an upload in progress will add to it.
    this.#dispatch.ship(sender, this.#hurries || (this.#atEnd && this.#preparation.underWay === 0));
    if (!this.#atEnd || !this.#isIdle) return;
    if (this.#mayGrow) return this.#settled?.();
    const rest = this.#intake.rest();
    for (const result of rest) this.#accept(result);
    if (rest.length > 0) this.#pump();
    else this.#finish();
  }

  get #atEnd(): boolean {
    return this.#isJournalComplete && this.#intake.exhausted;
  }

  get #mayGrow(): boolean {
    return this.#options.mayGrow === true && !this.isOver;
  }

  get #isIdle(): boolean {
    return this.#dispatch.isIdle && this.#preparation.underWay === 0;
  }

  #read(): void {
    while (this.#dispatch.hasRoom(this.#preparation.underWay)) {
      const result = this.#intake.next();
      if (result === undefined || this.#isForAnother()) return;
      this.#accept(result);
    }
  }

  #accept(result: Outgoing): void {
    const { session } = this.#intake;
    this.#dispatch.setLimit(this.#run.sender?.batchLimit ?? (session && batchLimitOf(session.wire)) ?? 1);
    // Most bodies are complete.
    if (result.head === undefined) this.#dispatch.push(result);
    else if (session?.wire.api === 'legacy') this.#preparation.addGlobalId(result, result.head);
    else this.#preparation.begin(result, result.head);
  }

  #takeRun(): void {
    const { session, end } = this.#intake;
    if (session === undefined) {
      if (this.#atEnd) this.#settled?.();
      return;
    }
    if (this.#run.isAskedFor || (this.#intake.collecting && !this.#atEnd)) return;
    // If there is nothing to send, a run need not be created for a process that is gone, nor named for a shard without tests.
    const isEmpty = this.#isIdle && this.#intake.exhausted && this.#intake.testPoints === undefined;
    const hasNothing = this.#mayGrow
      ? isEmpty || this.#intake.collecting
      : isEmpty && !this.#intake.isProvisional && !this.#run.owesEnd(session, end);
    if (hasNothing && (!this.#options.live || 'none' in session.run)) {
      const { whyLeft } = this.#preparation;
      if (whyLeft !== undefined) this.#account.pause(whyLeft);
      else this.#settled?.();
      return;
    }
    if (this.#isForAnother()) return;
    const { files, redaction } = this.#options;
    const id = files === undefined ? newGuid() : sessionName(files.directory);
    this.#client.sender = senderHeader(session, id, redaction);
    this.#run.take(session, this.#intake.testPoints).then(() => {
      this.#intake.runTaken();
      this.#pump();
    }, this.#failed);
  }

  /** Results for the server of `testpoint serve` go nowhere else, and no others go there. Pauses if that would happen. */
  #isForAnother(): boolean {
    const { session } = this.#intake;
    const why = session && this.#run.whyForAnother(session);
    if (why !== undefined) this.#account.pause(why);
    return why !== undefined;
  }

  #finish(): void {
    const { session, end } = this.#intake;
    if (session === undefined) return;
    const whyLeft = this.#run.sender?.whyLeft ?? this.#preparation.whyLeft;
    if (whyLeft !== undefined) return this.#account.pause(whyLeft);
    this.#run.finish(session, end).then(() => this.#settled?.(), this.#failed);
  }

  readonly #failed = (error: unknown): void => {
    if (error instanceof RunUnavailableError) this.#account.pause(error.message);
    else if (!this.#abort.signal.aborted) this.#account.pause(`delivery failed: ${String(error)}`);
  };

  #stopSending(): void {
    this.#dispatch.stop();
    this.#pump();
  }
}
