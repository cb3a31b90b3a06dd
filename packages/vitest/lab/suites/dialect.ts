import * as api from '@testpoint/vitest/api';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  recordArtifact,
  type TestArtifactBase,
  TestRunner,
  test,
  vi,
} from 'vitest';
import type { Dialect } from '../../../conformance/src/suites/dialect.js';

declare module 'vitest' {
  interface TestArtifactRegistry {
    settled: TestArtifactBase & { type: 'conformance:settled' };
  }
}

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
  limited: (title, timeout, body) => test(title, { timeout }, body),
  each: (title, values, body) => test.each([...values])(title, body),
  retrying: (title, retry, body) => describe(title, { retry }, body),
  skipsItself: (title, reason, before) =>
    test(title, async ({ skip }) => {
      await before();
      skip(reason);
    }),
  expectedToFail: test.fails,
  concurrent: test.concurrent,
  soft: (title, pairs) =>
    test(title, () => {
      for (const [one, other] of pairs) expect.soft(one).toBe(other);
    }),
  equal: (actual, expected) => expect(actual).toEqual(expected),
  fakeClock: () => {
    vi.useFakeTimers({ now: 0 });
    return { tick: (milliseconds) => vi.advanceTimersByTime(milliseconds), restore: () => vi.useRealTimers() };
  },
  // Vitest reports finished tests at most ten times a second, and sometimes only when something else happens (4.1.12).
  // Recording an artifact first reports all of them.
  settle: async () => recordArtifact(currentTest(), { type: 'conformance:settled' }),
  stepsArePromises: false,
};

/** Vitest's hooks take no title; the function's name serves as one. */
function named(title: string, body: () => void | Promise<void>): () => Promise<void> {
  return Object.defineProperty(async () => body(), 'name', { value: title });
}

function currentTest() {
  const current = TestRunner.getCurrentTest();
  if (current === undefined) throw new Error('Not in a test');
  return current;
}
