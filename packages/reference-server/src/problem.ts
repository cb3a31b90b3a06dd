import { STATUS_CODES } from 'node:http';
import type { Problem, ProblemDetail } from '@testpoint/interface';

/** An error to throw anywhere in a request handler; the client gets it as application/problem+json. */
export class ProblemError extends Error {
  readonly status: number;
  readonly errors: ProblemDetail[] | undefined;

  constructor(status: number, detail: string, errors?: ProblemDetail[]) {
    super(detail);
    this.name = 'ProblemError';
    this.status = status;
    this.errors = errors;
  }
}

/** A 503: the database or the attachment store does not respond. Later requests may succeed. */
export class UnavailableError extends ProblemError {
  /** The problem and what to do about it, in one line, for the server's operator. */
  readonly reason: string;

  constructor(detail: string, reason: string, cause?: unknown) {
    super(503, `${detail} Try again later.`);
    this.name = 'UnavailableError';
    this.reason = reason;
    this.cause = cause;
  }
}

/** Whether a disk is full, or a disk quota is used up. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && FULL.has(String(error.code));
}

/** Codes of the system and the databases. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100']);

/** The response body (RFC 9457). */
export function toProblem(status: number, detail: string, errors?: ProblemDetail[]): Problem {
  const problem: Problem = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail };
  if (errors !== undefined) problem.errors = errors;
  return problem;
}

/** A 400 about one field of the body. */
export function fieldProblem(pointer: string, detail: string): ProblemError {
  return new ProblemError(400, `${pointer} ${detail}`, [{ pointer, detail }]);
}
