import { join, some } from '../built-ins/language.js';
import type { TestRecord } from '../model.js';
import type { Attempts, DecisiveErrors } from './attempts.js';
import type { Draft } from './draft.js';
import { firstHeadline } from './errors.js';
import { joinParagraphs, plain } from './text/text.js';

/** Why a test failed that has no error. */
export const UNEXPECTED_PASS = 'Expected to fail, but passed.';

/** The user's comment, the reason for the verdict, the first error, then everything without another place. */
export function messageOf(record: TestRecord, attempts: Attempts, decisive: DecisiveErrors, draft: Draft): string {
  let message = record.message === undefined ? '' : plain(record.message);
  message = joinParagraphs(message, verdict(record, attempts, decisive));
  message = joinParagraphs(message, reasonOf(record, attempts));
  message = joinParagraphs(message, firstHeadline(decisive.errors));
  message = joinParagraphs(message, join(draft.looseLinks, '\n'));
  return joinParagraphs(message, join(draft.missing, '\n'));
}

/** Information that the outcome does not show. */
function verdict({ status, expectedToFail }: TestRecord, attempts: Attempts, { attempt }: DecisiveErrors): string {
  const { total } = attempts;
  if (expectedToFail === true && status === 'passed') {
    return hasFailed(attempts) ? `Flaky: failed, as expected, on attempt ${total} of ${total}` : 'Failed, as expected.';
  }
  if (expectedToFail === true && status === 'failed') return UNEXPECTED_PASS;
  if (status === 'passed' && hasFailed(attempts)) return `Flaky: ${success(attempts)} of ${total}`;
  return attempt === undefined ? '' : `Failed on attempt ${attempt} of ${total}`;
}

function reasonOf(record: TestRecord, attempts: Attempts): string {
  if (record.reason !== undefined && record.reason !== '') return plain(record.reason);
  if (record.status !== 'not-run') return '';
  return attempts.total === 0 ? 'Did not run.' : 'Did not finish.';
}

/** Playwright calls a test flaky, too, if a retry skips itself, or if a serial group ran once more after the test had passed. */
function success({ earlier, last, total }: Attempts): string {
  if (last?.status === 'skipped') return `skipped on attempt ${total}`;
  let number = total;
  if (last?.status !== 'passed') while (number > 1 && earlier[number - 1]?.status !== 'passed') number--;
  return `passed on attempt ${number}`;
}

function hasFailed({ earlier }: Attempts): boolean {
  return some(earlier, ({ status }) => status === 'failed');
}
