import type { CreateRun, LegacyResult } from '@testpoint/interface';
import { SENDER_HEADER } from '@testpoint/interface/codec';
import { DescriptorReserve } from '../descriptors.js';
import { compileRedaction, type Redaction, redact } from '../result/masking/redaction.js';
import type { RunSummary } from './answers/read-answer.js';
import { guidIn, refusalOf, runsIn } from './answers/refusal.js';
import { clockOf } from './answers/retry-after.js';
import { attachmentBody } from './bodies/attachment-body.js';
import type { AttachmentUpload } from './bodies/attachment-upload.js';
import { Connections } from './connections/connections.js';
import { type Operation, ServiceError } from './errors.js';
import { type Answer, type Body, bytesBody, type Exchange, exchange } from './exchange.js';
import { LocalProof } from './local-proof.js';
import { projectSegment, runSegment } from './path-segments.js';

export interface ServiceClientOptions {
  /** Base URL of the service, http or https, which may include a path. */
  url: string;
  /** Sent verbatim in every request. */
  secretKey: string;
  userName?: string | undefined;
  /** Maximum time for a request and its whole answer, milliseconds; attachments get 1 s more per 64 KiB. */
  requestTimeout: number;
  /** Maximum number of connections. */
  concurrency: number;
  /** Id of the server of `testpoint serve` at that address, which must prove that it knows the key. Default: a service. */
  localServer?: string | undefined;
  /** The environment that names a proxy. Default: the process's. */
  env?: NodeJS.ProcessEnv;
  /** Number of file descriptors reserved for connections and attachments. Default 0. */
  spareDescriptors?: number;
}

export interface RequestOptions {
  /** Cancels the request; the method rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Who sends (`senderHeader`). Default: the request does not say it. */
  sender?: string | undefined;
  /**
   * Called when the request has a connection.
   * @param sent returns how many bytes of the request have left this process so far
   */
  onConnected?: (sent: () => number) => void;
}

/** How much of an answer to keep, bytes: enough for the GUIDs of any array of results, or the message of a refusal. */
const ANSWER_LIMIT = 1024 * 1024;
/** If a service repeats results in its answer, they are at most this many times as long. */
const ECHO = 4;
const LIST_LIMIT = 64 * 1024 * 1024;
const EMPTY: Body = bytesBody([]);
/** A GET declares no body, not even an empty one. */
const NONE: Body = { ...EMPTY, headers: {} };

/** The service's interface, one method per operation of section 4. Every method rejects with a `ServiceError`. */
export class ServiceClient {
  #basePath: string;
  #headers: Record<string, string>;
  #redaction: Redaction;
  /** Wanted from the server of `testpoint serve`. */
  #proof: LocalProof | undefined;
  #timeout: number;
  #connections: Connections;
  /** How far this machine's clock is ahead of the service's, milliseconds, according to the last answer. */
  clockSkew: number | undefined;

  /** Reserved descriptors; see `DescriptorReserve`. */
  readonly reserve: DescriptorReserve;

  constructor(options: ServiceClientOptions) {
    const { url, secretKey, userName, requestTimeout, concurrency, localServer, spareDescriptors = 0, env } = options;
    const service = new URL(url);
    this.#basePath = service.pathname.replace(/\/+$/, '');
    this.#redaction = compileRedaction(secretKey, []);
    this.#headers = {
      Accept: 'application/json',
      'Accept-Encoding': 'identity',
      'User-Agent': 'testpoint',
      SecretKeyBase64: secretKey,
      Authorization: `PrivateToken ${secretKey}`,
      // Node writes header values as Latin-1, so each byte of the name's UTF-8 becomes one character.
      ...(userName !== undefined && { UserName: Buffer.from(userName, 'utf8').toString('latin1') }),
    };
    this.#timeout = requestTimeout;
    this.reserve = new DescriptorReserve(spareDescriptors);
    // The proof holds for one connection.
    const isLocal = localServer !== undefined;
    this.#connections = new Connections(service, isLocal ? 1 : concurrency, this.reserve, isLocal ? {} : env);
    if (isLocal) {
      const expected = { server: localServer, key: secretKey, origin: service.origin };
      this.#proof = new LocalProof(expected, this.#connections, requestTimeout);
    }
  }

  /** `GET /api/Public/GetTestRuns/{projectId}`, or POST if the service answers 404 or 405 to that (section 4). */
  async listRuns(projectId: number, options: RequestOptions = {}): Promise<RunSummary[]> {
    const request = {
      operation: 'list-runs',
      path: `/api/Public/GetTestRuns/${projectSegment(projectId)}`,
      keep: LIST_LIMIT,
      ...options,
    } as const;
    let answer: Answer;
    try {
      answer = await this.#send({ ...request, method: 'GET', body: () => NONE });
    } catch (error) {
      const declined = error instanceof ServiceError && (error.code === 'NOT_FOUND' || error.status === 405);
      if (!declined) throw error;
      answer = await this.#send({ ...request, method: 'POST' });
    }
    return runsIn(answer);
  }

  /** `POST /api/Public/CreateTestRun`: the new run's GUID; the run is Pending. */
  async createRun(run: CreateRun, options: RequestOptions = {}): Promise<string> {
    const answer = await this.#send({
      operation: 'create-run',
      path: '/api/Public/CreateTestRun',
      body: () => jsonBody('application/json-patch+json', [Buffer.from(JSON.stringify(run))]),
      ...options,
    });
    return guidIn('create-run', answer);
  }

  /** `POST /api/Public/StartTestRun/{testRunId}`. */
  startRun(testRunId: string, options?: RequestOptions): Promise<void> {
    return this.#move('start-run', 'StartTestRun', testRunId, options);
  }

  /** `POST /api/Public/StopTestRun/{testRunId}`. */
  stopRun(testRunId: string, options?: RequestOptions): Promise<void> {
    return this.#move('stop-run', 'StopTestRun', testRunId, options);
  }

  /** `POST /api/Public/CompleteTestRun/{testRunId}`. */
  completeRun(testRunId: string, options?: RequestOptions): Promise<void> {
    return this.#move('complete-run', 'CompleteTestRun', testRunId, options);
  }

  /**
   * `POST /api/v2/testRuns/{testRunId}/testResults`.
   * @param body JSON text of one result or an array of them, sent unchanged
   */
  async postResults(testRunId: string, body: string | Buffer[], options: RequestOptions = {}): Promise<void> {
    const parts = typeof body === 'string' ? [Buffer.from(body)] : body;
    await this.#send({
      operation: 'post-results',
      path: `/api/v2/testRuns/${runSegment('post-results', testRunId)}/testResults`,
      body: () => jsonBody('application/json', parts),
      keep: Math.max(ANSWER_LIMIT, ECHO * parts.reduce((length, part) => length + part.length, 0)),
      runId: testRunId,
      ...options,
    });
  }

  /** `POST /api/v2/testResults` (section 4), with the content type in the spelling used there. */
  async postLegacyResult(result: LegacyResult, options: RequestOptions = {}): Promise<void> {
    await this.#send({
      operation: 'post-legacy-result',
      path: '/api/v2/testResults',
      body: () => jsonBody('application/jsonpatch+json', [Buffer.from(JSON.stringify(result))]),
      runId: result.testRunId,
      ...options,
    });
  }

  /** `POST /api/Public/attachment`: the attachment's GUID. The content is streamed. */
  async uploadAttachment(upload: AttachmentUpload, options: RequestOptions = {}): Promise<string> {
    const answer = await this.#send({
      operation: 'upload-attachment',
      path: '/api/Public/attachment',
      body: () => attachmentBody(upload),
      ...options,
    });
    return guidIn('upload-attachment', answer);
  }

  /** Closes idle connections to free their descriptors. */
  dropIdle(): void {
    this.#connections.dropIdle();
  }

  /** Closes all kept connections. Requests in progress fail. */
  close(): void {
    this.#connections.close();
  }

  async #move(operation: Operation, name: string, testRunId: string, options: RequestOptions = {}): Promise<void> {
    await this.#send({ operation, path: `/api/Public/${name}/${runSegment(operation, testRunId)}`, ...options });
  }

  /** @param request and the run that the results are for */
  async #send({
    runId,
    sender,
    ...request
  }: Pick<Exchange, 'operation' | 'path'> &
    Partial<Exchange> & { runId?: string; sender?: string | undefined }): Promise<Answer> {
    const proof = this.#proof;
    await proof?.given(request.operation);
    const answer = await exchange(this.#connections, {
      method: 'POST',
      timeout: this.#timeout,
      keep: ANSWER_LIMIT,
      body: () => EMPTY,
      isTrusted: (socket) => proof?.isGivenOn(socket) ?? true,
      ...request,
      path: this.#basePath + request.path,
      headers: { ...this.#headers, ...(sender && { [SENDER_HEADER]: sender }) },
    });
    this.clockSkew = Date.now() - clockOf(answer.headers.date);
    // If a service repeats our headers in its answer, the key must not get into a message.
    const text = redact(answer.text, this.#redaction);
    const { location } = answer.headers;
    const headers =
      location === undefined ? answer.headers : { ...answer.headers, location: redact(location, this.#redaction) };
    const refusal = refusalOf(request.operation, { ...answer, headers, text }, runId);
    if (refusal !== undefined) throw refusal;
    return { ...answer, text };
  }
}

function jsonBody(contentType: string, parts: readonly Buffer[]): Body {
  return bytesBody(parts, { 'Content-Type': contentType });
}
