import type { CreateRun, LegacyResult } from '@testpoint/interface';
import type { Progress } from '../../outbox/read/progress.js';
import type { AttachmentUpload } from '../../service/attachment-upload.js';
import type { RequestOptions, ServiceClient } from '../../service/client.js';
import type { RunSummary } from '../../service/read-answer.js';
import { arrayOf, bodyOf, type Outgoing } from '../results/result-array.js';
import type { PostedResults, SessionService, UploadOptions } from './session-service.js';
import type { TakeoverWatch } from './takeover-watch.js';

/**
 * The service's client for one journal. Sends requests only while no other process delivers the journal, and skips work that
 * another process has done.
 */
export class ExclusiveClient implements SessionService {
  readonly #client: ServiceClient;
  readonly #takeover: TakeoverWatch;
  readonly #progress: Progress;
  readonly #options: RequestOptions;

  /** @param signal cancels requests in progress */
  constructor(client: ServiceClient, takeover: TakeoverWatch, progress: Progress, signal: AbortSignal) {
    this.#client = client;
    this.#takeover = takeover;
    this.#progress = progress;
    this.#options = { signal };
  }

  async listRuns(projectGlobalId: number): Promise<RunSummary[]> {
    await this.#takeover.untilOurs();
    return this.#client.listRuns(projectGlobalId, this.#options);
  }

  async createRun(run: CreateRun): Promise<string> {
    await this.#takeover.untilOurs();
    if (this.#progress.runId !== undefined) return this.#progress.runId;
    const made = await this.#client.createRun(run, this.#options);
    // A process that took over while we were suspended may also have created a run. All results belong in that one.
    await this.#takeover.untilOurs();
    return this.#progress.runId ?? made;
  }

  async startRun(runId: string): Promise<void> {
    await this.#takeover.untilOurs();
    await this.#client.startRun(runId, this.#options);
  }

  async stopRun(runId: string): Promise<void> {
    await this.#takeover.untilOurs();
    await this.#client.stopRun(runId, this.#options);
  }

  async completeRun(runId: string): Promise<void> {
    await this.#takeover.untilOurs();
    await this.#client.completeRun(runId, this.#options);
  }

  async postResults(runId: string, { items, json, isAlone = false }: PostedResults): Promise<void> {
    await this.#takeover.untilOurs();
    const rest = this.#unsent(items);
    const first = rest[0];
    if (first === undefined) return;
    const isWhole = json !== undefined && rest === items;
    const body = isAlone ? [bodyOf(first)] : isWhole ? [json] : arrayOf(rest);
    await this.#client.postResults(runId, body, this.#options);
  }

  async postLegacyResult(result: Outgoing, body: LegacyResult): Promise<void> {
    await this.#takeover.untilOurs();
    if (this.#unsent([result]).length > 0) await this.#client.postLegacyResult(body, this.#options);
  }

  async uploadAttachment(file: string, upload: AttachmentUpload, options: UploadOptions): Promise<string> {
    await this.#takeover.untilOurs();
    return (
      this.#progress.uploadedBefore(file) ?? this.#client.uploadAttachment(upload, { ...this.#options, ...options })
    );
  }

  /** Costs nothing unless another process has delivered the journal. */
  #unsent(results: readonly Outgoing[]): readonly Outgoing[] {
    const { rereads, sent } = this.#progress;
    if (rereads === 0) return results;
    const unsent = results.filter(({ sequence }) => sequence === undefined || !sent.has(sequence));
    return unsent.length === results.length ? results : unsent;
  }
}
