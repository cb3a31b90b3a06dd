import { expect, it } from 'vitest';
import type { TestCase } from '../in-test/jest-types.js';
import { recordOf } from './translate.js';

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
