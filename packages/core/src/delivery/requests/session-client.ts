import type { CreateRun, LegacyResult } from '@testpoint/interface';
import type { Progress } from '../../outbox/read/progress.js';
import type { RunSummary } from '../../service/answers/read-answer.js';
import type { AttachmentUpload } from '../../service/bodies/attachment-upload.js';
import type { RequestOptions, ServiceClient } from '../../service/client.js';
import { arrayOf, bodyOf, type Outgoing } from '../results/outgoing.js';
import type { Retries } from './retries.js';
import type { TakeoverWatch } from './takeover-watch.js';

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
 * The service's operations for one journal. Sends requests only while no other process delivers the journal, skips work that
 * another process has done, and retries. Every method rejects with a `ServiceError`, or with the reason why delivery gave up.
 */
export class SessionClient {
  readonly #client: ServiceClient;
  readonly #takeover: TakeoverWatch;
  readonly #progress: Progress;
  readonly #retries: Retries;
  readonly #options: RequestOptions;

  /** @param signal cancels requests in progress */
  constructor(
    client: ServiceClient,
    takeover: TakeoverWatch,
    progress: Progress,
    retries: Retries,
    signal: AbortSignal,
  ) {
    this.#client = client;
    this.#takeover = takeover;
    this.#progress = progress;
    this.#retries = retries;
    this.#options = { signal };
  }

  listRuns(projectGlobalId: number): Promise<RunSummary[]> {
    return this.#send(() => this.#client.listRuns(projectGlobalId, this.#options));
  }

  createRun(run: CreateRun): Promise<string> {
    return this.#send(async () => {
      if (this.#progress.runId !== undefined) return this.#progress.runId;
      const made = await this.#client.createRun(run, this.#options);
      // A process that took over while we were suspended may also have created a run. All results belong in that one.
      await this.#takeover.untilOurs();
      return this.#progress.runId ?? made;
    });
  }

  moveRun(move: RunMove, runId: string): Promise<void> {
    return this.#send(() => this.#client[move](runId, this.#options));
  }

  postResults(runId: string, { items, json, isAlone = false }: PostedResults): Promise<void> {
    return this.#send(async () => {
      const rest = this.#unsent(items);
      const first = rest[0];
      if (first === undefined) return;
      const isWhole = rest === items && json !== undefined;
      const body = isAlone ? [bodyOf(first)] : isWhole ? [json] : arrayOf(rest);
      await this.#client.postResults(runId, body, this.#options);
    });
  }

  /** @param body the result in the form of section 4 */
  postLegacyResult(result: Outgoing, body: LegacyResult): Promise<void> {
    return this.#send(async () => {
      if (this.#unsent([result]).length > 0) await this.#client.postLegacyResult(body, this.#options);
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

  /** Each try waits until it is our turn. */
  #send<T>(operation: () => Promise<T>): Promise<T> {
    return this.#retries.send(async () => {
      await this.#takeover.untilOurs();
      return operation();
    });
  }

  /** Costs nothing unless another process has delivered the journal. */
  #unsent(results: readonly Outgoing[]): readonly Outgoing[] {
    const { rereads, sent } = this.#progress;
    if (rereads === 0) return results;
    const unsent = results.filter(({ sequence }) => sequence === undefined || !sent.has(sequence));
    return unsent.length === results.length ? results : unsent;
  }
}
