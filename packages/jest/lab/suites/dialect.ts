import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import * as api from '@testpoint/jest/api';
import type { Dialect } from '../../../conformance/src/suites/dialect.js';

export const dialect: Dialect = {
  ...api,
  describe,
  test,
  beforeAll: (title, body) => beforeAll(named(title, body)),
  beforeEach: (title, body) => beforeEach(named(title, body)),
  afterEach: (title, body) => afterEach(named(title, body)),
  afterAll: (title, body) => afterAll(named(title, body)),
  skip: test.skip,
  todo: test.todo,
  only: test.only,
  limited: (title, milliseconds, body) => test(title, body, milliseconds),
  each: (title, values, body) => test.each(values)(title, body),
  retrying: (title, times, body) => {
    jest.retryTimes(times);
    describe(title, body);
  },
  expectedToFail: test.failing,
  concurrent: (title, body) => test.concurrent(title, async () => body()),
  equal: (actual, expected) => expect(actual).toEqual(expected),
  fakeClock: () => {
    jest.useFakeTimers({ now: 0 });
    return { tick: (milliseconds) => jest.advanceTimersByTime(milliseconds), restore: () => jest.useRealTimers() };
  },
  stepsArePromises: false,
};

/** Jest's hooks take no title; the function's name serves as one. */
function named(title: string, body: () => void | Promise<void>): () => void | Promise<void> {
  return Object.defineProperty(() => body(), 'name', { value: title });
}
