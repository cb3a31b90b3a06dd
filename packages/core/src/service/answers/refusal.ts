import { noAttachments } from '../../result/attachment-messages.js';
import { type ErrorCode, type Failure, type Operation, ServiceError } from '../errors.js';
import type { Answer } from '../exchange.js';
import * as say from '../messages.js';
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
    return new ServiceError('CERTIFICATE_REFUSED', say.wantsCertificate(`HTTP ${status}`), failure);
  }
  if (status >= 500 || status === 408 || status === 425 || status === 429) {
    return new ServiceError('UNAVAILABLE', say.unavailable(status), failure);
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
  if (doubt === 'late') return new ServiceError('TIMED_OUT', say.lateAnswer(answer.limit), failure);
  if (doubt === 'broken' && answer.end === 'broken') return brokenAnswer(failure);
  // The code that reads a GUID or a list from it reports what is missing.
  return movesRun(operation) ? inconclusive(failure, doubt, answer.text) : undefined;
}

function refusal(failure: Failure, status: number, text: string, runId: string | undefined): ServiceError {
  const { operation, detail } = failure;
  const toResults = takesResults(operation);
  const refused = (code: ErrorCode, message: string) => new ServiceError(code, message, failure);
  if (status === 401 || status === 403) {
    return refused('CREDENTIALS_REFUSED', status === 401 ? say.wrongKey : say.notPermitted);
  }
  const pair = toResults ? readUnmatched(text) : undefined;
  if (pair !== undefined) {
    return new ServiceError('UNMATCHED', say.noTestPoint, { ...failure, pair });
  }
  if (status === 404) return refused('NOT_FOUND', notFound(operation));
  if (status === 407) return refused('REFUSED', say.proxyWantsPassword);
  if (status === 413) return refused('TOO_LARGE', say.tooLarge);
  // Without the word "run", the message may only quote a test's name ("modal is closed").
  const isAboutRun = detail !== undefined && /[Rr]un(?![a-z])/.test(detail);
  if (toResults && isAboutRun && saysRunIsPending(detail)) {
    return refused('RUN_OVER', say.runNotStarted(status, runId));
  }
  if (toResults && (status === 409 || (isAboutRun && saysRunIsOver(detail)))) {
    return refused('RUN_OVER', say.runOver(status, runId));
  }
  return refused('REFUSED', say.refused(status));
}

function notFound(operation: Operation): string {
  switch (operation) {
    case 'create-run':
    case 'list-runs':
      return say.noProjectOrPlan;
    case 'upload-attachment':
      return noAttachments;
    default:
      return say.noRun;
  }
}

function redirect(failure: Failure, location: string | undefined): ServiceError {
  const target = location === undefined ? 'elsewhere' : `to ${withoutSecrets(location)}`;
  return new ServiceError('REDIRECTED', say.redirected(target, failure.status), failure);
}

function notTheService(failure: Failure, text: string): ServiceError {
  const title = shortened(readDetail(text) ?? '');
  return new ServiceError('NOT_THE_SERVICE', say.webPage(title, failure.status), failure);
}

/** The connection was lost in the middle of the answer. A retry may get all of it. */
function brokenAnswer(failure: Failure): ServiceError {
  return new ServiceError('CONNECTION_FAILED', say.answerBroke, failure);
}

function inconclusive(failure: Failure, doubt: Exclude<Doubt, 'a page'>, text: string): ServiceError {
  const begin = shortened(text.replace(/\s+/g, ' ').trim());
  return new ServiceError('INCONCLUSIVE', say.doubtfulAnswer(doubt, failure.status, begin), failure);
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
  const message = end === 'too-long' ? say.answerTooLong : say.answerLacks;
  return new ServiceError('UNREADABLE_ANSWER', message(wanted, text.slice(0, 200)), failure);
}

function takesResults(operation: Operation): boolean {
  return operation === 'post-results' || operation === 'post-legacy-result';
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
