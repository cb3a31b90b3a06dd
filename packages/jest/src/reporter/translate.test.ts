import type { Session } from '@testpoint/core/adapter';
import { expect, it } from 'vitest';
import type { TestCase } from '../in-test/jest-types.js';
import { RunningFile } from './running-file.js';
import { fileRecords, recordOf } from './translate.js';

it('sends the duration of an attempt whose start the runner does not say', () => {
  const result: TestCase = {
    ...{ ancestorTitles: [], title: 'a', failureMessages: [] },
    ...{ status: 'passed', duration: 40 },
  };
  const location = {
    file: 'a.test.js',
    titles: ['a'],
    occurrence: 1,
    number: 1,
    worker: undefined,
  };
  const attemptAt = (startedAt: number | undefined) =>
    recordOf(location, [{ titles: ['a'], result, startedAt, nth: 1 }], []).attempts[0];
  expect(attemptAt(undefined)).toMatchObject({ duration: 40 });
  expect(attemptAt(undefined)).not.toHaveProperty('endedAt');
  expect(attemptAt(1000)).toMatchObject({ startedAt: 1000, endedAt: 1040 });
});

const recordsOf = (...results: Partial<TestCase>[]) => {
  const testResults = results.map((result): TestCase => {
    return { ancestorTitles: [], title: 'a', status: 'passed', duration: 1, failureMessages: [], ...result };
  });
  // Records need no session.
  const running = new RunningFile('a.test.js', {} as Session);
  const records = fileRecords({}, { testResults, numFailingTests: 0 }, running, undefined, () => true);
  return records.map(({ record }) => record);
};

it('takes an attempt of which no event came for failed, because Jest ran the test again', () => {
  const [record] = recordsOf({ invocations: 3 });
  expect(record?.attempts.map(({ status }) => status)).toEqual(['failed', 'failed', 'passed']);
});
