import { whyNotRun } from '@testpoint/core/adapter';
import { expect, test } from 'vitest';
import type { TestModule } from 'vitest/node';
import { sampleTest } from '../../test/sample.js';
import { fileOf, testNumbers, translateTest } from './translate.js';

const knowledge = {
  file: 'a.test.ts',
  origin: undefined,
  verdict: { status: 'passed' },
  occurrence: 1,
  observed: [],
  identity: [],
  worker: undefined,
} as const;

test('a test is identified by file, titles and named project', () => {
  const nested = sampleTest({
    name: 'works',
    suites: ['outer', 'inner'],
    project: 'web',
    moduleId: '/root/sub/a.test.ts',
    line: 7,
  });
  expect(translateTest(nested, { ...knowledge, file: fileOf(nested.module, '/root'), occurrence: 2 })).toEqual({
    file: 'sub/a.test.ts',
    titlePath: ['outer', 'inner', 'works'],
    line: 7,
    project: 'web',
    occurrence: 2,
    status: 'passed',
    attempts: [],
  });
});

test('a test that sets its identity keeps it if its process dies', () => {
  const record = translateTest(sampleTest({}), {
    ...knowledge,
    verdict: { status: 'not-run', reason: whyNotRun('lost') },
    identity: [{ externalId: 'A-1' }, { testCases: [5] }],
  });
  expect(record).toMatchObject({ status: 'not-run', reason: 'lost', externalId: 'A-1', testCases: [5], attempts: [] });
});

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

test('equal titles are counted in declaration order, similar titles are not', () => {
  const tests = [
    sampleTest({ name: 'b', suites: ['a'] }),
    sampleTest({ name: 'a b' }),
    { ...sampleTest({ name: 'b', suites: ['a'] }), id: 'second' },
    { ...sampleTest({ name: 'b', suites: ['a'] }), id: 'third' },
  ];
  const module = { children: { allTests: () => tests } } as unknown as TestModule;
  expect([...testNumbers(module, undefined)]).toEqual([
    ['second', 2],
    ['third', 3],
  ]);
});
