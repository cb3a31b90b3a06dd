import type { CreateRun, LegacyResult } from '@testpoint/interface';
import type { AttachmentUpload } from '../../service/attachment-upload.js';
import type { RequestOptions } from '../../service/client.js';
import type { RunSummary } from '../../service/read-answer.js';
import type { Outgoing } from '../results/result-array.js';

/**
 * What a session asks of the service. `ExclusiveClient` and `RetryingClient` both are one: each adds its own to the one that
 * it wraps. Every method rejects with a `ServiceError`, or with the reason for which delivery was given up.
 */
export interface SessionService {
  listRuns(projectGlobalId: number): Promise<RunSummary[]>;
  createRun(run: CreateRun): Promise<string>;
  startRun(runId: string): Promise<void>;
  stopRun(runId: string): Promise<void>;
  completeRun(runId: string): Promise<void>;
  postResults(runId: string, results: PostedResults): Promise<void>;
  /** @param body the result as section 4 wants it there */
  postLegacyResult(result: Outgoing, body: LegacyResult): Promise<void>;
  /** @param file the attachment's name in the outbox */
  uploadAttachment(file: string, upload: AttachmentUpload, options: UploadOptions): Promise<string>;
}

/** Results of one request. */
export interface PostedResults {
  items: readonly Outgoing[];
  /** The array of all of them; made of them where it is not given. */
  json?: Buffer | undefined;
  /** The only result goes as an object. */
  isAlone?: boolean;
}

export type UploadOptions = Pick<RequestOptions, 'onConnected'>;
