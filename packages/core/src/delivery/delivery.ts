import { setMaxListeners } from 'node:events';
import PQueue from 'p-queue';
import { decodeEntry } from '../outbox/entries.js';
import type { SessionFiles } from '../outbox/outbox.js';
import { Progress } from '../outbox/progress.js';
import type { Redaction } from '../result/redaction.js';
import type { ServiceClient } from '../service/client.js';
import type { ConfigurationSetting } from '../settings/settings.js';
import { AttachmentUploader } from './attachment-uploader.js';
import { placeAttachments, placeConfiguration } from './body-edits.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { type DeliveryState, REFUSALS_NAMED } from './delivery-state.js';
import { JournalIntake, type PendingResult } from './journal-intake.js';
import { ReadyQueue } from './ready-queue.js';
import { type Outgoing, ResultSender } from './result-sender.js';
import type { RetryContext } from './retrying.js';
import { RunControl, RunUnavailableError } from './run-control.js';

export interface DeliveryOptions {
  /** Undefined: there is no place to write to, everything comes by `acceptLine` and `acceptContent`. */
  files: SessionFiles | undefined;
  service: ServiceClient;
  /** The journal still grows, and its session's process lives. */
  live: boolean;
  /** What is masked in text attachments. */
  redaction: Redaction;
  batchSize: number;
  flushInterval: number;
  concurrency: number;
  /** For journals whose session named no run. */
  runId?: string | undefined;
  /** For results whose session knew no configuration. */
  configurationId?: string | undefined;
  configurations: Record<string, ConfigurationSetting>;
  /** What a user gives up: unmatched results count as done. */
  dropUnmatched?: boolean;
  onChange?: () => void;
}

/**
 * Delivers one journal: reads it while it grows, has the run, uploads, sends, marks what is done. Everything that
 * happens leads to `#pump`, which does what can be done now and never waits.
 */
export class Delivery {
  #options: DeliveryOptions;
  #progress: Progress;
  #intake: JournalIntake;
  #abort = new AbortController();
  #breaker: CircuitBreaker;
  #retry: RetryContext;
  #run: RunControl;
  #uploader: AttachmentUploader;
  #sender: ResultSender | undefined;
  #requests: PQueue;
  #state: DeliveryState = {
    runCreated: false,
    sent: 0,
    refused: 0,
    unmatched: 0,
    dropped: 0,
    refusals: [],
    attachmentsRefused: [],
  };

  #takingRun = false;
  #finishing = false;
  #draining = false;
  #ready: ReadyQueue;
  /** Results whose attachments are under way. */
  #uploading = 0;
  #settled: (() => void) | undefined;
  /** When the service last answered anything, epoch milliseconds. */
  #lastAnswer = 0;

  constructor(options: DeliveryOptions) {
    const { files, service, concurrency, live, runId } = options;
    this.#options = options;
    this.#progress = new Progress(files?.progress);
    this.#intake = new JournalIntake(files?.journal, this.#progress);
    this.#breaker = new CircuitBreaker(() => options.onChange?.());
    // As many requests as are under way listen to it.
    setMaxListeners(0, this.#abort.signal);
    const retry = {
      breaker: this.#breaker,
      signal: this.#abort.signal,
      onAnswer: () => {
        this.#lastAnswer = Date.now();
      },
      onFailure: (error: Error) => {
        this.#state.trouble = error.message;
      },
    };
    this.#retry = retry;
    this.#ready = new ReadyQueue(options.flushInterval);
    this.#requests = new PQueue({ concurrency });
    this.#run = new RunControl({ service, retry, progress: this.#progress, live, runId });
    this.#uploader = new AttachmentUploader({
      service,
      retry,
      progress: this.#progress,
      redaction: options.redaction,
      directory: files?.attachments,
      concurrency,
      onPause: (reason) => this.#pause(reason),
    });
  }

  get state(): Readonly<DeliveryState> {
    const { runId, runCreated, finished } = this.#progress;
    return {
      ...this.#state,
      runCreated,
      ...(runId !== undefined && { runId }),
      ...(finished !== undefined && { finished }),
    };
  }

  get breakerIsOpen(): boolean {
    return this.#breaker.isOpen;
  }

  /** When the service last gave a sign of life, epoch milliseconds. */
  get lastActivity(): number {
    return this.#uploader.isBusy ? Date.now() : this.#lastAnswer;
  }

  /** A large attachment is on its way. */
  get isUploading(): boolean {
    return this.#uploader.isBusy;
  }

  /** Opens the circuit breaker: the service has been silent for too long. */
  trip(): void {
    this.#breaker.trip();
  }

  /** The journal may have grown, or time has passed. */
  wake(): void {
    this.#intake.exhausted = false;
    this.#pump();
  }

  /** A line that could not be written to the journal. */
  acceptLine(line: Buffer): void {
    const result = this.#intake.take(line);
    if (result !== undefined) this.#accept(result);
    this.#pump();
  }

  /** An attachment's content that could not be written to the outbox. */
  acceptContent(file: string, content: Uint8Array): void {
    this.#uploader.holdInMemory(file, content);
  }

  /** The journal will not grow any more. Resolves when all is done that can be done, or after `stop`. */
  drain(): Promise<void> {
    this.#draining = true;
    return new Promise((resolve) => {
      this.#settled = resolve;
      this.wake();
    });
  }

  /** Gives up what is under way; the journal keeps it. */
  stop(): void {
    this.#abort.abort(new Error('delivery was given up'));
    this.#settled?.();
  }

  /** Results of the journal that are neither sent nor refused; reads the rest of it. */
  countLeft(): number {
    return this.#intake.countSeen() - this.#state.sent - this.#state.refused - this.#state.dropped;
  }

  close(): void {
    this.#abort.abort(new Error('delivery is over'));
    this.#intake.close();
    this.#progress.close();
  }

  #pump(): void {
    if (this.#abort.signal.aborted) return;
    if (this.#state.paused !== undefined) {
      // What is under way may still be taken in, and is not to be sent again later.
      if (this.#requests.size + this.#requests.pending + this.#uploading === 0) this.#settled?.();
      return;
    }
    this.#read();
    if (this.#sender === undefined) {
      this.#takeRun();
      return;
    }
    this.#ship(this.#sender);
    if (!this.#atEnd || !this.#isIdle) return;
    const promoted = this.#intake.promoteAttempts();
    for (const result of promoted) this.#accept(result);
    if (promoted.length > 0) this.#pump();
    else this.#finish();
  }

  get #atEnd(): boolean {
    return this.#draining && this.#intake.exhausted;
  }

  get #isIdle(): boolean {
    return this.#ready.length === 0 && this.#uploading === 0 && this.#requests.size + this.#requests.pending === 0;
  }

  #read(): void {
    const { batchSize, concurrency } = this.#options;
    const room = batchSize * (concurrency + 2);
    while (this.#ready.length + this.#uploading < room && !this.#ready.isFull) {
      const result = this.#intake.next();
      if (result === undefined) return;
      this.#accept(result);
    }
  }

  #accept(result: PendingResult): void {
    if (result.configurationFor !== undefined) {
      const { configurations, configurationId } = this.#options;
      const id = configurations[result.configurationFor]?.id ?? configurationId;
      if (id === undefined) {
        this.#refuse(result, noConfiguration(result.configurationFor), false);
        return;
      }
      result.body = placeConfiguration(result.body, id);
    }
    if (result.attachments === undefined || this.#intake.session?.wire.api === 'legacy') this.#ready.push(result);
    else void this.#upload(result, result.attachments);
  }

  async #upload(result: PendingResult, attachments: NonNullable<PendingResult['attachments']>): Promise<void> {
    this.#uploading++;
    try {
      const uploads = await Promise.all(attachments.map((attachment) => this.#uploader.upload(attachment)));
      if (this.#state.paused === undefined) {
        const { body, missing } = placeAttachments(result.body, attachments, uploads);
        this.#state.attachmentsRefused.push(
          ...missing.slice(0, REFUSALS_NAMED - this.#state.attachmentsRefused.length),
        );
        this.#ready.push({ ...result, body });
      }
    } catch {
      // Given up: the journal keeps the result.
    }
    this.#uploading--;
    this.#pump();
  }

  #ship(sender: ResultSender): void {
    const limit = Math.min(this.#options.batchSize, sender.batchLimit);
    while (this.#requests.size + this.#requests.pending < this.#options.concurrency) {
      if (!this.#ready.isDue(limit) && !(this.#atEnd && this.#ready.length > 0)) return;
      const batch = this.#ready.take(limit);
      void this.#requests.add(() => this.#send(sender, batch));
    }
  }

  async #send(sender: ResultSender, batch: Outgoing[]): Promise<void> {
    try {
      await sender.send(batch);
    } catch {
      // Given up: the journal keeps what was not marked as sent.
    }
    // Only after this task has left the queue is there room for the next.
    setImmediate(() => this.#pump());
  }

  #takeRun(): void {
    const { session } = this.#intake;
    if (session === undefined) {
      if (this.#atEnd) this.#settled?.();
      return;
    }
    if (this.#takingRun || (this.#intake.collecting && !this.#atEnd)) return;
    // The process is gone and nothing was recorded: no run is made, taken or ended for nothing.
    const nothing =
      this.#isIdle && this.#intake.exhausted && !this.#intake.hasOpenAttempts && this.#intake.testPoints === undefined;
    if (!this.#options.live && nothing && !this.#progress.runCreated) {
      this.#settled?.();
      return;
    }
    this.#takingRun = true;
    this.#run.take(session, this.#intake.testPoints).then(
      (runId) => {
        this.#sender = new ResultSender(runId, {
          service: this.#options.service,
          retry: this.#retry,
          wire: session.wire,
          onSent: (results) => this.#markSent(results),
          onRefused: (result, reason, unmatched) => this.#refuse(result, reason, unmatched),
          onPause: (reason) => this.#pause(reason),
        });
        this.#intake.runTaken();
        this.#pump();
      },
      (error: unknown) => this.#failed(error),
    );
  }

  #finish(): void {
    const { session, end } = this.#intake;
    if (this.#finishing || session === undefined) return;
    this.#finishing = true;
    this.#run.finish(session, end).then(
      () => this.#settled?.(),
      (error: unknown) => this.#failed(error),
    );
  }

  #failed(error: unknown): void {
    if (error instanceof RunUnavailableError) this.#pause(error.message);
    else if (!this.#abort.signal.aborted) this.#pause(`delivery failed: ${String(error)}`);
  }

  #markSent(results: readonly Outgoing[]): void {
    this.#state.sent += results.length;
    delete this.#state.trouble;
    const sequences = results.flatMap(({ sequence }) => sequence ?? []);
    if (sequences.length > 0) this.#progress.markSent(sequences);
    this.#options.onChange?.();
  }

  #refuse(result: Outgoing, reason: string, unmatched: boolean): void {
    if (unmatched) this.#state.unmatched++;
    if (unmatched && this.#options.dropUnmatched && result.sequence !== undefined) {
      this.#progress.markDropped(result.sequence);
      this.#state.dropped++;
    } else this.#state.refused++;
    if (this.#state.refusals.length < REFUSALS_NAMED) {
      const head = decodeEntry(result.line);
      this.#state.refusals.push({ externalId: head !== undefined && 'id' in head ? head.id : '?', reason, unmatched });
    }
    this.#options.onChange?.();
  }

  #pause(reason: string): void {
    this.#state.paused ??= reason;
    this.#options.onChange?.();
    this.#pump();
  }
}

function noConfiguration(project: string): string {
  const which =
    project === '' ? 'TMS_CONFIGURATION_ID' : `configurations[${JSON.stringify(project)}].id or TMS_CONFIGURATION_ID`;
  return `no configuration is known for it: set ${which}`;
}
