import { lateAnswer, wantsCertificate } from '../connections/connection-failure.js';
import { type ErrorCode, type Failure, type Operation, ServiceError } from '../errors.js';
import type { Answer } from '../exchange.js';
import { saysRunIsOver, saysRunIsPending } from './answers.js';
import { type Doubt, doubtAbout } from './proof.js';
import { type RunSummary, readDetail, readGuid, readRuns, readUnmatched } from './read-answer.js';
import { clockOf, readRetryAfter } from './retry-after.js';

/**
 * The error for an answer, or undefined if the service accepted the request.
 * @param runId the run that the results are for
 */
export function refusalOf(operation: Operation, answer: Answer, runId?: string): ServiceError | undefined {
  const { status, text, headers } = answer;
  if (status >= 200 && status < 300) return doubtful(operation, answer);
  const retryAfterMs = readRetryAfter(headers['retry-after'], clockOf(headers.date));
  const failure: Failure = {
    ...{ operation, answered: true, status },
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
  // The body of a redirect is not from the service.
  if (status >= 300 && status < 400) return redirect(failure, headers.location);
  // A service that takes no attachments may have a page for everything that it does not know.
  if (status === 404 && operation !== 'upload-attachment' && doubtAbout(answer) === 'a page') {
    return notTheService(failure, text);
  }
  const detail = readDetail(text);
  if (detail !== undefined) failure.detail = detail;
  // A page from the server in front of the service: nginx says "No required SSL certificate was sent".
  if (status < 500 && doubtAbout(answer) === 'a page' && /\b(?:SSL|client) certificate\b/i.test(text)) {
    return new ServiceError('CERTIFICATE_REFUSED', wantsCertificate(`HTTP ${status}`), failure);
  }
  if (status >= 500 || status === 408 || status === 425 || status === 429) {
    return new ServiceError('UNAVAILABLE', `The service can't answer right now (HTTP ${status}).`, failure);
  }
  return refusal(failure, status, text, runId);
}

/** Why a 2xx is not a success; undefined if it is. */
function doubtful(operation: Operation, answer: Answer): ServiceError | undefined {
  const doubt = doubtAbout(answer);
  if (doubt === undefined) return undefined;
  const failure: Failure = { operation, answered: true, status: answer.status };
  if (doubt === 'a page') return notTheService(failure, answer.text);
  if (takesResults(operation)) return inconclusive(failure, doubt, answer.text);
  // A retry does no harm, or the created object is unknown without the rest of the answer.
  if (doubt === 'late') return new ServiceError('TIMED_OUT', lateAnswer(answer.limit), failure);
  if (doubt === 'broken' && answer.end === 'broken') return brokenAnswer(failure);
  // The code that reads a GUID or a list from it reports what is missing.
  return movesRun(operation) ? inconclusive(failure, doubt, answer.text) : undefined;
}

function refusal(failure: Failure, status: number, text: string, runId: string | undefined): ServiceError {
  const { operation, detail } = failure;
  const toResults = takesResults(operation);
  const refused = (code: ErrorCode, message: string) => new ServiceError(code, message, failure);
  if (status === 401 || status === 403) {
    const what =
      status === 401 ? 'The service does not accept the credentials' : 'This user is not permitted to do that';
    return refused('CREDENTIALS_REFUSED', `${what} (HTTP ${status}): check TMS_SECRET_KEY and TMS_USER_NAME.`);
  }
  const pair = toResults ? readUnmatched(text) : undefined;
  if (pair !== undefined) {
    const message = 'The run has no test point for this autotest; compare with `testpoint catalog`.';
    return new ServiceError('UNMATCHED', message, { ...failure, pair });
  }
  if (status === 404) return refused('NOT_FOUND', notFound(operation));
  if (status === 407) {
    const how = 'put them in the proxy variable (HTTPS_PROXY, HTTP_PROXY), as in http://user:password@host:port';
    return refused('REFUSED', `A proxy asks for credentials (HTTP 407): ${how}.`);
  }
  if (status === 413) return refused('TOO_LARGE', 'Request too large for the service (HTTP 413).');
  // Without the word "run", the message may only quote a test's name ("modal is closed").
  const isAboutRun = detail !== undefined && /[Rr]un(?![a-z])/.test(detail);
  const start = `npx testpoint run start${runId === undefined ? '' : ` ${runId}`}`;
  if (toResults && isAboutRun && saysRunIsPending(detail)) {
    return refused('RUN_OVER', `The run has not been started (HTTP ${status}): start it with ${start}.`);
  }
  if (toResults && (status === 409 || (isAboutRun && saysRunIsOver(detail)))) {
    const message = `The run accepts no results (HTTP ${status}): start it again with ${start}, or name another run.`;
    return refused('RUN_OVER', message);
  }
  return refused('REFUSED', `The service refused the request (HTTP ${status}).`);
}

function notFound(operation: Operation): string {
  switch (operation) {
    case 'create-run':
    case 'list-runs':
      return 'The service has no such project or plan (HTTP 404): check projectGlobalId (TMS_PROJECT_GLOBAL_ID), testPlanGlobalId (TMS_TEST_PLAN_GLOBAL_ID) and the url (TMS_URL).';
    case 'upload-attachment':
      return 'The service does not take attachments at this address (HTTP 404): check the url (TMS_URL).';
    default:
      return 'The service has no such run (HTTP 404): check testRunId (TMS_TEST_RUN_ID) and the url (TMS_URL).';
  }
}

function redirect(failure: Failure, location: string | undefined): ServiceError {
  const target = location === undefined ? 'elsewhere' : `to ${withoutSecrets(location)}`;
  const message = `The address redirects ${target} (HTTP ${failure.status}). Testpoint does not follow redirects: set the url (TMS_URL) to the service itself.`;
  return new ServiceError('REDIRECTED', message, failure);
}

function notTheService(failure: Failure, text: string): ServiceError {
  const title = shortened(readDetail(text) ?? '');
  const message = `A web page (“${title}”) answered instead of the service (HTTP ${failure.status}): check the url, and any proxy or login page in front of the service.`;
  return new ServiceError('NOT_THE_SERVICE', message, failure);
}

/** The connection was lost in the middle of the answer. A retry may get all of it. */
function brokenAnswer(failure: Failure): ServiceError {
  return new ServiceError('CONNECTION_FAILED', 'The connection broke before the answer was complete.', failure);
}

const DOUBTS: Readonly<Record<Exclude<Doubt, 'a page'>, string>> = {
  broken: 'broke off',
  late: 'did not end in time',
  'too long': 'is far too long',
  'no JSON': 'is neither JSON nor a short text',
};

function inconclusive(failure: Failure, doubt: Exclude<Doubt, 'a page'>, text: string): ServiceError {
  const words = text.trim() === '' ? '' : ` It begins: “${shortened(text.replace(/\s+/g, ' ').trim())}”.`;
  const message = `The answer ${DOUBTS[doubt]} (HTTP ${failure.status}), so Testpoint can't tell whether the service did what was asked: check the url, and any proxy in front of the service.${words}`;
  return new ServiceError('INCONCLUSIVE', message, failure);
}

/** The GUID of the object that an operation created. @throws ServiceError (UNREADABLE_ANSWER) if the answer has none */
export function guidIn(operation: Operation, answer: Answer): string {
  const guid = readGuid(answer.text);
  if (guid === undefined) throw unreadable(operation, 'GUID', answer);
  return guid;
}

/** The runs in the answer to `list-runs`. @throws ServiceError (UNREADABLE_ANSWER) if the answer is not a list */
export function runsIn(answer: Answer): RunSummary[] {
  const runs = answer.end === 'whole' ? readRuns(answer.text) : undefined;
  if (runs === undefined) throw unreadable('list-runs', 'list of runs', answer);
  return runs;
}

function unreadable(operation: Operation, wanted: string, { end, status, text }: Answer): ServiceError {
  const failure = { operation, answered: true, status };
  if (end === 'broken') return brokenAnswer(failure);
  const what = end === 'too-long' ? 'is too long to hold a' : 'has no';
  const begin = text.slice(0, 200);
  const message = `The service accepted the request, but its answer ${what} ${wanted}: “${begin}”. Check that the url is the service's.`;
  return new ServiceError('UNREADABLE_ANSWER', message, failure);
}

function takesResults(operation: Operation): boolean {
  return operation === 'post-results' || operation === 'post-legacy-result' || operation === 'set-autotest-result';
}

function movesRun(operation: Operation): boolean {
  return operation === 'start-run' || operation === 'stop-run' || operation === 'complete-run';
}

/** The part of a foreign text to show. */
function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text;
}

const SHOWN = 100;

/** A query may contain a login page's tokens, and the part before the host may contain a password. */
function withoutSecrets(location: string): string {
  return location
    .replace(/[?#].*$/s, '')
    .replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/]*@/i, '$1//')
    .slice(0, 200);
}
