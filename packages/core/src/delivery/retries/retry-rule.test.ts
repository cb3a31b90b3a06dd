import { expect, it } from 'vitest';
import { ServiceError } from '../../service/errors.js';
import { type RetryRule, retryRuleOf } from './retry-rule.js';

const ALWAYS = Number.POSITIVE_INFINITY;
const post = { operation: 'post-results' } as const;
const upload = { operation: 'upload-attachment' } as const;
const pair = { configurationId: 'c', externalId: 'e' };
const shortage = Object.assign(new Error('too many open files'), { code: 'EMFILE' });

it.each<[string, ServiceError, RetryRule['tries'], RetryRule['shows']]>([
  ['no connection', new ServiceError('CONNECTION_FAILED', '', post), ALWAYS, 'no answer'],
  [
    'an answer that broke off',
    new ServiceError('CONNECTION_FAILED', '', { ...post, answered: true }),
    ALWAYS,
    'an answer',
  ],
  ['no answer in time', new ServiceError('TIMED_OUT', '', post), ALWAYS, 'no answer'],
  ['half an answer in time', new ServiceError('TIMED_OUT', '', { ...post, answered: true }), ALWAYS, 'an answer'],
  ['503', new ServiceError('UNAVAILABLE', '', { ...post, status: 503 }), ALWAYS, 'an answer'],
  ['a web page', new ServiceError('NOT_THE_SERVICE', '', { ...post, status: 200 }), 1, 'an answer'],
  ['an inconclusive answer', new ServiceError('INCONCLUSIVE', '', { ...post, status: 200 }), 1, 'an answer'],
  ['an id that is not a GUID', new ServiceError('INVALID_ID', '', post), 1, 'nothing'],
  ['no descriptor', new ServiceError('CONNECTION_FAILED', '', { ...post, cause: shortage }), ALWAYS, 'nothing'],
  [
    'no descriptor for a file',
    new ServiceError('ATTACHMENT_UNREADABLE', '', { ...upload, cause: shortage }),
    ALWAYS,
    'nothing',
  ],
  ['a mangled upload', new ServiceError('UNREADABLE_ANSWER', '', { ...upload, status: 200 }), 3, 'an answer'],
  ['a mangled answer', new ServiceError('UNREADABLE_ANSWER', '', { ...post, status: 200 }), 1, 'an answer'],
  ['a certificate', new ServiceError('CERTIFICATE_REFUSED', '', post), 1, 'nothing'],
  ['an unreadable file', new ServiceError('ATTACHMENT_UNREADABLE', '', upload), 1, 'nothing'],
  ['301', new ServiceError('REDIRECTED', '', { ...post, status: 301 }), 1, 'an answer'],
  ['401', new ServiceError('CREDENTIALS_REFUSED', '', { ...post, status: 401 }), 1, 'an answer'],
  ['404', new ServiceError('NOT_FOUND', '', { ...post, status: 404 }), 1, 'an answer'],
  ['413', new ServiceError('TOO_LARGE', '', { ...post, status: 413 }), 1, 'an answer'],
  ['an unmatched result', new ServiceError('UNMATCHED', '', { ...post, pair, status: 400 }), 1, 'an answer'],
  ['a run that is over', new ServiceError('RUN_OVER', '', { ...post, status: 409 }), 1, 'an answer'],
  ['400', new ServiceError('REFUSED', '', { ...post, status: 400 }), 1, 'an answer'],
])('%s', (_what, error, tries, shows) => {
  expect(retryRuleOf(error)).toEqual({ tries, shows });
  expect(error.isRetryable).toBe(tries === ALWAYS);
});
