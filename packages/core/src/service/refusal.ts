import { saysRunIsOver } from './answers.js';
import {
  CredentialsError,
  type Failure,
  NotFoundError,
  NotTheServiceError,
  type Operation,
  RedirectError,
  RefusedError,
  RunOverError,
  type ServiceError,
  TooLargeError,
  UnavailableError,
  UnmatchedError,
} from './errors.js';
import type { Answer } from './exchange.js';
import { looksLikePage, readDetail, readUnmatched } from './read-answer.js';
import { clockOf, readRetryAfter } from './retry-after.js';

/** The error that an answer stands for, or undefined when the service accepted the request. */
export function refusalOf(operation: Operation, answer: Answer): ServiceError | undefined {
  const { status, text, headers } = answer;
  if (status >= 200 && status < 300) {
    // Section 1: every response is JSON. A page with status 200 comes from something that stands before the service.
    return isPage(answer) ? notTheService(operation, answer) : undefined;
  }
  const detail = readDetail(text);
  const retryAfterMs = readRetryAfter(headers['retry-after'], clockOf(headers.date));
  const failure: Failure = {
    operation,
    answered: true,
    status,
    ...(detail === undefined ? {} : { detail }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
  if (status >= 300 && status < 400) return redirect(failure, headers.location);
  if (status >= 500 || status === 408 || status === 425 || status === 429) {
    return new UnavailableError(`The service can't answer now (HTTP ${status}); it is asked again later.`, failure);
  }
  return refusal(failure, status, text);
}

function refusal(failure: Failure, status: number, text: string): ServiceError {
  const { operation, detail } = failure;
  const toResults =
    operation === 'post-results' || operation === 'post-legacy-result' || operation === 'set-autotest-result';
  if (status === 401 || status === 403) {
    const what = status === 401 ? 'does not accept the credentials' : 'does not allow this to the key’s owner';
    return new CredentialsError(
      `The service ${what} (HTTP ${status}): check TMS_SECRET_KEY and TMS_USER_NAME.`,
      failure,
    );
  }
  const pair = toResults ? readUnmatched(text) : undefined;
  if (pair !== undefined) return new UnmatchedError(pair, failure);
  if (status === 404) return new NotFoundError(notFound(operation), failure);
  if (status === 413) return new TooLargeError('The service finds this too large (HTTP 413).', failure);
  if (toResults && (status === 409 || (detail !== undefined && saysRunIsOver(detail)))) {
    return new RunOverError(`The run takes no results (HTTP ${status}): start it again, or name another run.`, failure);
  }
  return new RefusedError(`The service refuses this (HTTP ${status}).`, failure);
}

function notFound(operation: Operation): string {
  switch (operation) {
    case 'create-run':
    case 'list-runs':
      return 'The service knows no such project or plan (HTTP 404): check projectGlobalId (TMS_PROJECT_GLOBAL_ID), testPlanGlobalId (TMS_TEST_PLAN_GLOBAL_ID) and the url (TMS_URL).';
    case 'upload-attachment':
      return 'The service has no place for attachments at this address (HTTP 404): check the url (TMS_URL).';
    default:
      return 'The service knows no such run (HTTP 404): check testRunId (TMS_TEST_RUN_ID) and the url (TMS_URL).';
  }
}

function redirect(failure: Failure, location: string | undefined): ServiceError {
  const target = location === undefined ? 'elsewhere' : `to ${withoutQuery(location)}`;
  return new RedirectError(
    `The address redirects ${target} (HTTP ${failure.status}), which is not followed: set the url (TMS_URL) to the service itself.`,
    failure,
  );
}

function notTheService(operation: Operation, { status, text }: Answer): ServiceError {
  return new NotTheServiceError(
    `A web page (“${readDetail(text) ?? ''}”) answered instead of the service (HTTP ${status}): check the url, and proxies or login pages before it.`,
    { operation, answered: true, status },
  );
}

function isPage({ headers, text }: Answer): boolean {
  return text !== '' && (/^text\/html\b/i.test(headers['content-type'] ?? '') || looksLikePage(text));
}

/** A query may hold a login page's tokens. */
function withoutQuery(location: string): string {
  return location.replace(/[?#].*$/s, '').slice(0, 200);
}
