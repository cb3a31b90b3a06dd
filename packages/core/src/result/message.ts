import type { ErrorRecord, TestRecord } from '../model.js';
import type { Attempts } from './attempts.js';
import { firstHeadline } from './errors.js';
import { joinParagraphs, plain } from './text/text.js';

/** The parts of a result's message. */
export interface MessageParts {
  record: TestRecord;
  attempts: Attempts;
  errors: ErrorRecord[];
  /** The attempt of the errors, if it is not the last one. */
  errorAttempt: number | undefined;
  /** Links that the interface can't represent, one per line. */
  looseLinks: string[];
  /** Attachments without content, one per line. */
  missing: string[];
}

/** Why a test failed that has no error. */
export const UNEXPECTED_PASS = 'Expected to fail, but passed.';

/** The user's comment, the reason for the verdict, the first error, then everything without another place. */
export function messageOf(parts: MessageParts): string {
  const { record } = parts;
  let message = record.message === undefined ? '' : plain(record.message);
  message = joinParagraphs(message, verdict(parts));
  message = joinParagraphs(message, reasonOf(record, parts.attempts));
  message = joinParagraphs(message, firstHeadline(parts.errors));
  message = joinParagraphs(message, lines(parts.looseLinks));
  return joinParagraphs(message, lines(parts.missing));
}

/** Information that the outcome does not show. */
function verdict(parts: MessageParts): string {
  const { record, attempts, errorAttempt } = parts;
  const { status, expectedToFail } = record;
  if (expectedToFail === true && status === 'passed') {
    const flaky = `Flaky: failed, as expected, on attempt ${attempts.total} of ${attempts.total}`;
    return hasFailed(attempts) ? flaky : 'Failed, as expected.';
  }
  if (expectedToFail === true && status === 'failed') return UNEXPECTED_PASS;
  if (status === 'passed' && hasFailed(attempts)) {
    // Playwright calls it flaky, too, if a retry skips itself.
    const how = attempts.last?.status === 'skipped' ? 'skipped' : 'passed';
    return `Flaky: ${how} on attempt ${attempts.total} of ${attempts.total}`;
  }
  if (errorAttempt !== undefined) return `Failed on attempt ${errorAttempt} of ${attempts.total}`;
  return '';
}

function reasonOf(record: TestRecord, attempts: Attempts): string {
  if (record.reason !== undefined && record.reason !== '') return plain(record.reason);
  if (record.status !== 'not-run') return '';
  return attempts.total === 0 ? 'Did not run.' : 'Did not finish.';
}

function hasFailed(attempts: Attempts): boolean {
  for (let index = 0; index < attempts.earlier.length; index++) {
    if (attempts.earlier[index]?.status === 'failed') return true;
  }
  return false;
}

function lines(texts: string[]): string {
  let joined = '';
  for (let index = 0; index < texts.length; index++) joined += index === 0 ? texts[index] : `\n${texts[index]}`;
  return joined;
}
