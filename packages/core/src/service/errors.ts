import { isShortage } from '../descriptors.js';

/** The requested operation: one word per operation of section 4. */
export type Operation =
  | 'list-runs'
  | 'create-run'
  | 'start-run'
  | 'stop-run'
  | 'complete-run'
  | 'post-results'
  | 'post-legacy-result'
  | 'upload-attachment';

/** What went wrong with a request. */
export type ErrorCode =
  /** There was no connection, or it broke before the answer was complete. */
  | 'CONNECTION_FAILED'
  /** No complete answer within the time allowed. */
  | 'TIMED_OUT'
  /** 408, 425, 429, 5xx: the service can't answer now. */
  | 'UNAVAILABLE'
  /** 404: no such run, project, plan or operation. */
  | 'NOT_FOUND'
  /** 413. */
  | 'TOO_LARGE'
  /** "TestPoints required …" (section 7): the run has no test point for this pair. */
  | 'UNMATCHED'
  /** The run accepts no results: it is stopped or completed, or has not been started. */
  | 'RUN_OVER'
  /** Any other 4xx. */
  | 'REFUSED'
  /** The service accepted the request, but its answer lacks what we need. */
  | 'UNREADABLE_ANSWER'
  /** The attachment's file can't be read, or changed while it was being read. */
  | 'ATTACHMENT_UNREADABLE'
  | (typeof DETOURS)[number];

/** The request itself was not refused: the route to the service, the key or an id is wrong. */
const DETOURS = [
  /** This machine does not trust the service's TLS certificate, or the service wants one from this machine. */
  'CERTIFICATE_REFUSED',
  /** 2xx or 404 with a web page although the service answers in JSON (section 1): a proxy or a login page has answered instead. */
  'NOT_THE_SERVICE',
  /** 2xx with a useless body: it broke off, never ended, or can't be the service's answer. */
  'INCONCLUSIVE',
  /** The server at the address of `testpoint serve` does not know the key that was found with the address. Nothing was sent. */
  'WRONG_SERVER',
  /** 3xx. Redirects are not followed, because they would take the key elsewhere. */
  'REDIRECTED',
  /** An id that cannot be part of a URL. Nothing was sent. */
  'INVALID_ID',
  /** 401, 403. */
  'CREDENTIALS_REFUSED',
] as const;

const RETRYABLE: readonly ErrorCode[] = ['CONNECTION_FAILED', 'TIMED_OUT', 'UNAVAILABLE'];

/** An autotest's result in a run. */
export interface Pair {
  configurationId: string;
  externalId: string;
}

/** The facts about a failed request. */
export interface Failure {
  operation: Operation;
  /** Whether the service started to answer. */
  answered?: boolean;
  status?: number;
  /** The service's own message, at most 2,000 characters, on one line. */
  detail?: string;
  /** How long the service asks us to wait (Retry-After), milliseconds. */
  retryAfterMs?: number;
  /** The pair that the run has no test point for. */
  pair?: Pair;
  cause?: unknown;
}

/** Any failure of a request to the service. Neither its message nor its members contain the secret key. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly operation: Operation;
  readonly answered: boolean;
  readonly status: number | undefined;
  readonly detail: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly pair: Pair | undefined;

  constructor(code: ErrorCode, message: string, failure: Failure) {
    super(failure.detail === undefined ? message : `${message} The service says: ${failure.detail}`, {
      cause: failure.cause,
    });
    this.name = 'ServiceError';
    this.code = code;
    this.operation = failure.operation;
    this.answered = failure.answered ?? failure.status !== undefined;
    this.status = failure.status;
    this.detail = failure.detail;
    this.retryAfterMs = failure.retryAfterMs;
    this.pair = failure.pair;
  }

  /** Whether nothing can be sent until someone corrects the url, a proxy, the key or an id. */
  get isDetour(): boolean {
    return DETOURS.some((code) => code === this.code);
  }

  /** Whether the same request may succeed later, without any change on our side. */
  get isRetryable(): boolean {
    return RETRYABLE.some((code) => code === this.code) || (!this.answered && isShortage(this));
  }

  /** Why something was not done: in the service's own words, if these explain the refusal. */
  get reason(): string {
    return this.isDetour ? this.message : (this.detail ?? this.message);
  }
}
