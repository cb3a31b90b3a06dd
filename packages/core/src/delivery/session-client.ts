import type { CreateRun, LegacyResult } from '@testpoint/interface';
import type { SessionLock } from '../outbox/lock/lock.js';
import { LOCK_LATE } from '../outbox/lock/lock-file.js';
import type { Progress } from '../outbox/read/progress.js';
import type { RunSummary } from '../service/answers/read-answer.js';
import type { AttachmentUpload } from '../service/bodies/attachment-upload.js';
import type { RequestOptions, ServiceClient } from '../service/client.js';
import { arrayOf, bodyOf, type Outgoing } from './results/outgoing.js';
import type { Retries } from './retries/retries.js';

export type RunMove = 'startRun' | 'stopRun' | 'completeRun';

/** Results of one request. */
export interface PostedResults {
  items: readonly Outgoing[];
  /** The JSON array of all results; built from them if not given. */
  json?: Buffer | undefined;
  /** Sends the only result as an object. */
  isAlone?: boolean;
}

/**
 * The service's operations for one journal. Skips work that another process has done, and retries. Every method rejects with a
 * `ServiceError`, or with the reason why delivery gave up.
 */
export class SessionClient {
  readonly #client: ServiceClient;
  readonly #lock: SessionLock | undefined;
  readonly #progress: Progress;
  readonly #retries: Retries;
  readonly #options: RequestOptions;
  /** Who sends, in every request that starts the run or brings results: several sessions may report into one run. */
  sender: string | undefined;

  /** @param signal cancels requests in progress */
  constructor(
    client: ServiceClient,
    lock: SessionLock | undefined,
    progress: Progress,
    retries: Retries,
    signal: AbortSignal,
  ) {
    this.#client = client;
    this.#lock = lock;
    this.#progress = progress;
    this.#retries = retries;
    this.#options = { signal };
  }

  /** Shows other processes that this one delivers. If it was suspended, reads what another one has marked since. */
  beat(): void {
    if (this.#lock?.beat()) this.#progress.reread();
  }

  listRuns(projectGlobalId: number): Promise<RunSummary[]> {
    return this.#send(() => this.#client.listRuns(projectGlobalId, this.#options));
  }

  createRun(run: CreateRun): Promise<string> {
    return this.#send(async () => {
      if (this.#progress.runId !== undefined) return this.#progress.runId;
      const made = await this.#client.createRun(run, this.#options);
      // A process that took over while we were suspended may also have created a run. All results belong in that one.
      this.#catchUp();
      return this.#progress.runId ?? made;
    });
  }

  moveRun(move: RunMove, runId: string): Promise<void> {
    const options = move === 'startRun' ? this.#introduced : this.#options;
    return this.#send(() => this.#client[move](runId, options));
  }

  postResults(runId: string, { items, json, isAlone = false }: PostedResults): Promise<void> {
    return this.#send(async () => {
      const rest = this.#unsent(items);
      const first = rest[0];
      if (first === undefined) return;
      const isWhole = rest === items && json !== undefined;
      const body = isAlone ? [bodyOf(first)] : isWhole ? [json] : arrayOf(rest);
      await this.#client.postResults(runId, body, this.#introduced);
    });
  }

  /** @param body the result in the form of section 4 */
  postLegacyResult(result: Outgoing, body: LegacyResult): Promise<void> {
    return this.#send(async () => {
      if (this.#unsent([result]).length > 0) await this.#client.postLegacyResult(body, this.#introduced);
    });
  }

  /** @param file the attachment's name in the outbox */
  uploadAttachment(
    file: string,
    upload: AttachmentUpload,
    options: Pick<RequestOptions, 'onConnected'>,
  ): Promise<string> {
    return this.#send(
      async () =>
        this.#progress.uploadedBefore(file) ?? this.#client.uploadAttachment(upload, { ...this.#options, ...options }),
    );
  }

  get #introduced(): RequestOptions {
    return { ...this.#options, sender: this.sender };
  }

  #send<T>(operation: () => Promise<T>): Promise<T> {
    return this.#retries.send(() => {
      this.#catchUp();
      return operation();
    });
  }

  /** After a suspension, requests may come before the next timer. */
  #catchUp(): void {
    if (this.#lock !== undefined && this.#lock.silence > LOCK_LATE) this.beat();
  }

  /** Costs nothing unless another process has delivered the journal. */
  #unsent(results: readonly Outgoing[]): readonly Outgoing[] {
    const { rereads, sent } = this.#progress;
    if (rereads === 0) return results;
    const unsent = results.filter(({ sequence }) => sequence === undefined || !sent.has(sequence));
    return unsent.length === results.length ? results : unsent;
  }
}
