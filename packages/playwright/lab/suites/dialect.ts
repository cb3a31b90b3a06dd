import { expect, test } from '@playwright/test';
import * as api from '@testpoint/playwright/api';
import sinon from 'sinon';
import type { Dialect } from '../../../conformance/src/suites/dialect.js';

type Body = () => void | Promise<void>;

/** Playwright requires functions that take fixtures or nothing, and return promises. */
const later = (body: Body) => async () => body();

export const dialect: Dialect = {
  ...api,
  describe: test.describe,
  test: (title, body) => test(title, later(body)),
  beforeAll: (title, body) => test.beforeAll(title, later(body)),
  beforeEach: (title, body) => test.beforeEach(title, later(body)),
  afterEach: (title, body) => test.afterEach(title, later(body)),
  afterAll: (title, body) => test.afterAll(title, later(body)),
  skip: (title, body) => test.skip(title, later(body)),
  todo: (title) => test.fixme(title, async () => {}),
  only: (title, body) => test.only(title, later(body)),
  limited: (title, milliseconds, body) =>
    test(title, async () => {
      test.setTimeout(milliseconds);
      await body();
    }),
  each: (title, values, body) => {
    for (const value of values) test(title.replace('%s', value), async () => body(value));
  },
  retrying: (title, retries, body) =>
    test.describe(title, () => {
      test.describe.configure({ retries });
      body();
    }),
  skipsItself: (title, reason, before) =>
    test(title, async () => {
      await before();
      test.skip(true, reason);
    }),
  expectedToFail: (title, body) => test.fail(title, later(body)),
  soft: (title, pairs) =>
    test(title, async () => {
      for (const [one, other] of pairs) expect.soft(one).toBe(other);
    }),
  equal: (actual, expected) => expect(actual).toEqual(expected),
  fakeClock: () => sinon.useFakeTimers({ now: 0 }),
  stepsArePromises: true,
};
