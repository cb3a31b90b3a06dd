import { expect, test } from 'vitest';
import { sampleTest } from '../../test/sample.js';
import { translateTest } from './translate.js';

const knowledge = {
  file: 'a.test.ts',
  origin: undefined,
  verdict: { status: 'passed' },
  occurrence: 1,
  observed: [],
  identity: [],
  worker: undefined,
} as const;

test('a test that is expected to fail and fails for another reason is an ordinary failure', () => {
  const diagnostic = { startTime: 1, duration: 1, retryCount: 0, repeatCount: 0 };
  const failing = (message: string) =>
    translateTest(
      sampleTest({ fails: true, diagnostic, result: { state: 'failed', errors: [{ name: 'Error', message }] } }),
      {
        ...knowledge,
        verdict: { status: 'failed' },
      },
    );
  expect(failing('Expect test to fail')).toMatchObject({ expectedToFail: true, attempts: [{ errors: [] }] });
  expect(failing('a syntax error')).not.toHaveProperty('expectedToFail');
});

test('each attempt that passed although it was expected to fail has failed', () => {
  const errors = [{ name: 'Error', message: 'Expect test to fail' }];
  const empty = { test: {}, setup: [], body: [], teardown: [], attachments: [], errors: [], holdFor: undefined };
  const observed = [0, 1].map((errorsFrom) => {
    return { ...empty, key: 'a', startedAt: 1, endedAt: 2, state: 'pass' as const, errorsFrom };
  });
  const passes = sampleTest({ fails: true, result: { state: 'failed', errors: [...errors, ...errors] } });
  const failed = { status: 'failed', errors: [] };
  expect(translateTest(passes, { ...knowledge, verdict: { status: 'failed' }, observed })).toMatchObject({
    ...{ expectedToFail: true, attempts: [failed, failed] },
  });
});
