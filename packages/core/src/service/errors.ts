/** The requested operation: one word per operation of section 4, and SetAutoTestResult (section 2). */
export type Operation =
  | 'list-runs'
  | 'create-run'
  | 'start-run'
  | 'stop-run'
  | 'complete-run'
  | 'post-results'
  | 'post-legacy-result'
  | 'set-autotest-result'
  | 'upload-attachment';

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
  cause?: unknown;
}

/** Any failure of a request to the service. Neither its message nor its members contain the secret key. */
export abstract class ServiceError extends Error {
  abstract readonly code: string;
  readonly operation: Operation;
  readonly answered: boolean;
  readonly status: number | undefined;
  readonly detail: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, failure: Failure) {
    super(failure.detail === undefined ? message : `${message} The service says: ${failure.detail}`, {
      cause: failure.cause,
    });
    this.name = new.target.name;
    this.operation = failure.operation;
    this.answered = failure.answered ?? failure.status !== undefined;
    this.status = failure.status;
    this.detail = failure.detail;
    this.retryAfterMs = failure.retryAfterMs;
  }

  /** Why something was not done: in the service's own words, if these explain the refusal. */
  get reason(): string {
    return this.detail ?? this.message;
  }
}

/** The request itself was not refused: the route to the service, the key or an id is wrong. */
abstract class DetourError extends ServiceError {
  override get reason(): string {
    return this.message;
  }
}

/** There was no connection, or it broke before the answer was complete. */
export class ConnectionError extends ServiceError {
  readonly code = 'CONNECTION_FAILED';
}

/** No complete answer within the time allowed. */
export class TimeoutError extends ServiceError {
  readonly code = 'TIMED_OUT';
}

/** This machine does not trust the service's TLS certificate. */
export class CertificateError extends DetourError {
  readonly code = 'CERTIFICATE_REFUSED';
}

/** 408, 425, 429, 5xx: the service can't answer now. */
export class UnavailableError extends ServiceError {
  readonly code = 'UNAVAILABLE';
}

/** 2xx or 404 with a web page although the service answers in JSON (section 1): a proxy or a login page has answered instead. */
export class NotTheServiceError extends DetourError {
  readonly code = 'NOT_THE_SERVICE';
}

/** 2xx with a useless body: it broke off, never ended, or can't be the service's answer. */
export class InconclusiveError extends DetourError {
  readonly code = 'INCONCLUSIVE';
}

/** The server at the address of `testpoint serve` does not know the key that was found with the address. Nothing was sent. */
export class WrongServerError extends DetourError {
  readonly code = 'WRONG_SERVER';
}

/** 3xx. Redirects are not followed, because they would take the key elsewhere. */
export class RedirectError extends DetourError {
  readonly code = 'REDIRECTED';
}

/** An id that cannot be part of a URL. Nothing was sent. */
export class InvalidIdError extends DetourError {
  readonly code = 'INVALID_ID';
}

/** 401, 403. */
export class CredentialsError extends DetourError {
  readonly code = 'CREDENTIALS_REFUSED';
}

/** 404: no such run, project, plan or operation. */
export class NotFoundError extends ServiceError {
  readonly code = 'NOT_FOUND';
}

/** 413. */
export class TooLargeError extends ServiceError {
  readonly code = 'TOO_LARGE';
}

/** "TestPoints required …" (section 7): the run has no test point for this pair. */
export class UnmatchedError extends ServiceError {
  readonly code = 'UNMATCHED';
  readonly configurationId: string;
  readonly externalId: string;

  constructor(pair: { configurationId: string; externalId: string }, failure: Failure) {
    super('The run has no test point for this autotest; compare with `testpoint catalog`.', failure);
    this.configurationId = pair.configurationId;
    this.externalId = pair.externalId;
  }
}

/** The run accepts no more results: it is stopped or completed. */
export class RunOverError extends ServiceError {
  readonly code = 'RUN_OVER';
}

/** Any other 4xx. */
export class RefusedError extends ServiceError {
  readonly code = 'REFUSED';
}

/** The service accepted the request, but its answer lacks what we need. */
export class UnreadableAnswerError extends ServiceError {
  readonly code = 'UNREADABLE_ANSWER';
}

/** The attachment's file can't be read, or changed while it was being read. */
export class AttachmentUnreadableError extends ServiceError {
  readonly code = 'ATTACHMENT_UNREADABLE';
}

/** A part of this package can't be loaded. */
export class NotLoadedError extends ServiceError {
  readonly code = 'NOT_LOADED';
}
