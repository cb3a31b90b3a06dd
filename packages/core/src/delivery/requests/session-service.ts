import type { CreateRun, LegacyResult } from '@testpoint/interface';
import type { AttachmentUpload } from '../../service/attachment-upload.js';
import type { RequestOptions } from '../../service/client.js';
import type { RunSummary } from '../../service/read-answer.js';
import type { Outgoing } from '../results/result-array.js';

/**
 * The service operations that a session needs. `ExclusiveClient` and `RetryingClient` both implement it and add their own
 * behavior to the one that they wrap. Every method rejects with a `ServiceError`, or with the reason why delivery gave up.
 */
export interface SessionService {
  listRuns(projectGlobalId: number): Promise<RunSummary[]>;
  createRun(run: CreateRun): Promise<string>;
  startRun(runId: string): Promise<void>;
  stopRun(runId: string): Promise<void>;
  completeRun(runId: string): Promise<void>;
  postResults(runId: string, results: PostedResults): Promise<void>;
  /** @param body the result in the form of section 4 */
  postLegacyResult(result: Outgoing, body: LegacyResult): Promise<void>;
  /** @param file the attachment's name in the outbox */
  uploadAttachment(file: string, upload: AttachmentUpload, options: UploadOptions): Promise<string>;
}

/** Results of one request. */
export interface PostedResults {
  items: readonly Outgoing[];
  /** The JSON array of all results; built from them if not given. */
  json?: Buffer | undefined;
  /** Sends the only result as an object. */
  isAlone?: boolean;
}

export type UploadOptions = Pick<RequestOptions, 'onConnected'>;
