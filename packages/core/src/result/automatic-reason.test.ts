import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sampleAttempt, sampleMapping, sampleRecord } from '../../test/samples/mapping-sample.js';
import type { StepRecord, TestRecord } from '../model.js';
import type { MappingSettings } from './mapping.js';
import { toResult } from './to-result.js';

/** An error as the framework's reporter got it, recorded on 2026-11-25. */
interface Sample {
  framework: string;
  version: string;
  title: string;
  file: string;
  message: string;
  stack?: string;
  reason: string | null;
}

const SAMPLES: readonly Sample[] = JSON.parse(
  readFileSync(new URL('../../test/samples/failure-messages.json', import.meta.url), 'utf8'),
);

type Rules = MappingSettings['failureReasons'];

function reasonOf({ file, message, stack }: Omit<Sample, 'reason'>, rules: Rules, body: StepRecord[] = []) {
  const record: TestRecord = {
    ...{ file, titlePath: ['pays'], status: 'failed' },
    attempts: [
      {
        ...{ status: 'failed', startedAt: 0, endedAt: 1, setup: [], body, teardown: [], attachments: [] },
        errors: [{ message, ...(stack !== undefined && { stack }) }],
      },
    ],
  };
  return toResult(record, sampleMapping({ failureReasons: rules })).body.failureReasonName;
}

test.each(SAMPLES.map((sample) => [`${sample.framework}: ${sample.title}`, sample] as const))(
  '%s',
  (_title, sample) => {
    expect(reasonOf(sample, ['auto'])).toBe(sample.reason ?? undefined);
    expect(reasonOf(sample, [])).toBeUndefined();
  },
);

const FAILURE = {
  ...{ framework: 'jest', version: '30', title: 'pays', file: 'shop/cart.test.js' },
  ...{ message: 'Error: connect ECONNREFUSED 127.0.0.1:9', stack: 'Error: connect\n    at pay (lib/pay.js:1:1)' },
};

test.each([
  ...[
    'NS_ERROR_CONNECTION_REFUSED',
    'Could not connect to server',
    'getaddrinfo EAI_AGAIN db',
    'NS_ERROR_UNKNOWN_HOST',
  ],
  ...['Could not resolve host', 'net::ERR_INTERNET_DISCONNECTED', 'Failed to launch the browser process'],
  ...['page.goBack: Timeout 9ms', 'page.goForward: Timeout 9ms', 'page.waitForURL: Timeout 9ms'],
  ...['page.waitForNavigation: Timeout 9ms', 'Navigation timeout of 9 ms exceeded'],
])('“%s” is a failure of the infrastructure, unless an assertion quotes it', (words) => {
  const reason = (message: string) => reasonOf({ ...FAILURE, message }, ['auto']);
  expect(reason(words)).toBe('InfrastructureDefect');
  const assertions = ['Error: expect(', 'expect(', 'Error: Timed out', 'assert.', 'assert(', 'Chai AssertionError: '];
  expect(assertions.map((start) => reason(`${start} ${words}`))).toEqual(assertions.map(() => undefined));
});

test.each<[message: string, stack: string | undefined, reason: string | undefined]>([
  ['TypeError: no', undefined, undefined],
  ['TypeError: no', 'TypeError: no', undefined],
  ['TypeError: no', 'TypeError: no\n    at cart.test.js:1', 'TestDefect'],
  ['TypeError: no', 'TypeError: no\n    at (C:\\shop\\cart.test.js:1)\n    at x.js:1', 'TestDefect'],
  ['TypeError: no', 'TypeError: no\n    at pay (cart.test.js:1)', 'TestDefect'],
  ['TypeError: no', 'TypeError: no\n    at pay (shopping-cart.test.js:1)', undefined],
  ['TypeError: no', 'TypeError: no\n    at x.js:1\n    at cart.test.js:1', undefined],
  ['the product: TypeError: no', 'Error\n    at cart.test.js:1', undefined],
  ['Test has unknown parameter "pay".', undefined, 'TestDefect'],
  ['no: AssertionError', 'no\n[cause]: connect ECONNREFUSED', 'InfrastructureDefect'],
  ['no', 'no\nCaused by: connect ECONNREFUSED\n    at x.js:1', 'InfrastructureDefect'],
  ['no', 'no\n[cause]: none\n[cause]: connect ECONNREFUSED', 'InfrastructureDefect'],
  ['no', 'no\n[cause]: none\n    at connect ECONNREFUSED', undefined],
  [`${'x'.repeat(20_000)}ECONNREFUSED`, undefined, undefined],
])('%j with the stack %j is a %s', (message, stack, reason) => {
  const { stack: _, ...failure } = FAILURE;
  expect(reasonOf({ ...failure, message, ...(stack !== undefined && { stack }) }, ['auto'])).toBe(reason);
});

test('a test without an error has no reason', () => {
  const attempt = sampleAttempt({ status: 'failed' });
  const record = sampleRecord({ status: 'failed', attempts: [attempt] });
  expect(toResult(record, sampleMapping({ failureReasons: ['auto'] })).body).not.toHaveProperty('failureReasonName');
});

test('a rule comes before the automatic reason', () => {
  expect(reasonOf(FAILURE, ['auto', { pattern: /refused/i, reason: 'ProductDefect' }])).toBe('ProductDefect');
  expect(reasonOf(FAILURE, [{ pattern: 'nothing', reason: 'ProductDefect' }, 'auto'])).toBe('InfrastructureDefect');
});

test.each([
  ['message', 'ECONNREFUSED', 'pay.js'],
  ['trace', 'pay.js', 'ECONNREFUSED'],
  ['file', 'shop/', 'pay.js'],
  ['step', 'pay', 'basket'],
] as const)('a rule can search only in the %s', (place, present, absent) => {
  const step = { startedAt: 0, endedAt: 1 };
  const body: StepRecord[] = [
    { ...step, title: 'fill the basket', status: 'passed' },
    { ...step, title: 'check out', status: 'failed', steps: [{ ...step, title: 'pay', status: 'failed' }] },
  ];
  const rule = (pattern: string) => [{ pattern, in: place, reason: 'ProductDefect' as const }];
  expect(reasonOf(FAILURE, rule(present), body)).toBe('ProductDefect');
  expect(reasonOf(FAILURE, rule(absent), body)).toBeUndefined();
});
