import { expect, it } from 'vitest';
import * as errors from '../errors.js';
import { isRetryable, type RetryRule, retryRuleOf } from './retry-rule.js';

const ALWAYS = Number.POSITIVE_INFINITY;
const post = { operation: 'post-results' } as const;
const upload = { operation: 'upload-attachment' } as const;
const pair = { configurationId: 'c', externalId: 'e' };
const shortage = Object.assign(new Error('too many open files'), { code: 'EMFILE' });

it.each<[string, unknown, RetryRule['tries'], RetryRule['shows'], RetryRule['pause']?]>([
  ['no connection', new errors.ConnectionError('', post), ALWAYS, 'no answer'],
  ['an answer that broke off', new errors.ConnectionError('', { ...post, answered: true }), ALWAYS, 'an answer'],
  ['no answer in time', new errors.TimeoutError('', post), ALWAYS, 'no answer'],
  ['half an answer in time', new errors.TimeoutError('', { ...post, answered: true }), ALWAYS, 'an answer'],
  ['503', new errors.UnavailableError('', { ...post, status: 503 }), ALWAYS, 'an answer'],
  ['a web page', new errors.NotTheServiceError('', { ...post, status: 200 }), 1, 'an answer'],
  ['an inconclusive answer', new errors.InconclusiveError('', { ...post, status: 200 }), 1, 'an answer'],
  ['an id that is not a GUID', new errors.InvalidIdError('', post), 1, 'nothing'],
  ['code that can’t be loaded', new errors.NotLoadedError('', upload), ALWAYS, 'nothing'],
  ['no descriptor', new errors.ConnectionError('', { ...post, cause: shortage }), ALWAYS, 'nothing', 'brief'],
  [
    'no descriptor for a file',
    new errors.AttachmentUnreadableError('', { ...upload, cause: shortage }),
    ALWAYS,
    'nothing',
    'brief',
  ],
  ['a mangled upload', new errors.UnreadableAnswerError('', { ...upload, status: 200 }), 3, 'an answer'],
  ['a mangled answer', new errors.UnreadableAnswerError('', { ...post, status: 200 }), 1, 'an answer'],
  ['a certificate', new errors.CertificateError('', post), 1, 'nothing'],
  ['an unreadable file', new errors.AttachmentUnreadableError('', upload), 1, 'nothing'],
  ['301', new errors.RedirectError('', { ...post, status: 301 }), 1, 'an answer'],
  ['401', new errors.CredentialsError('', { ...post, status: 401 }), 1, 'an answer'],
  ['404', new errors.NotFoundError('', { ...post, status: 404 }), 1, 'an answer'],
  ['413', new errors.TooLargeError('', { ...post, status: 413 }), 1, 'an answer'],
  ['an unmatched result', new errors.UnmatchedError(pair, { ...post, status: 400 }), 1, 'an answer'],
  ['a run that is over', new errors.RunOverError('', { ...post, status: 409 }), 1, 'an answer'],
  ['400', new errors.RefusedError('', { ...post, status: 400 }), 1, 'an answer'],
  ['an error of another kind', new Error('x'), 1, 'nothing'],
  ['no error', undefined, 1, 'nothing'],
])('%s', (_what, error, tries, shows, pause = 'backoff') => {
  expect(retryRuleOf(error)).toEqual({ tries, shows, pause });
  expect(isRetryable(error)).toBe(tries === ALWAYS);
});
