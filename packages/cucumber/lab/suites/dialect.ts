import assert from 'node:assert';
import * as api from '@testpoint/cucumber/api';
import sinon from 'sinon';
import type { Dialect } from '../../../conformance/src/suites/dialect.js';

type Body = () => unknown;
type Declare = (title: string, body: Body) => void;

/** The globals of `features.cjs`, which each test file finds. */
interface Features {
  describe: (title: string, body: () => void) => void;
  test: Declare & {
    skip: Declare;
    only: Declare;
    limited(title: string, milliseconds: number, body: Body): void;
    retrying(title: string, body: () => void): void;
  };
  beforeEach: Declare;
  afterEach: Declare;
}

const features = globalThis as unknown as Features;
/** Cucumber has no hooks of a group. */
const none = () => {};

export const dialect: Dialect = {
  ...api,
  describe: (title, body) => features.describe(title, body),
  test: (title, body) => features.test(title, body),
  beforeAll: none,
  beforeEach: (title, body) => features.beforeEach(title, body),
  afterEach: (title, body) => features.afterEach(title, body),
  afterAll: none,
  skip: (title, body) => features.test.skip(title, body),
  todo: (title) => features.test.skip(title, none),
  only: (title, body) => features.test.only(title, body),
  limited: (title, milliseconds, body) => features.test.limited(title, milliseconds, body),
  each: (title, values, body) => {
    for (const value of values) features.test(title.replace('%s', value), () => body(value));
  },
  // How often is a setting of the whole run.
  retrying: (title, _times, body) => features.test.retrying(title, body),
  skipsItself: (title, _reason, before) =>
    features.test(title, async () => {
      await before();
      return 'skipped';
    }),
  equal: (actual, expected) => assert.deepStrictEqual(actual, expected),
  fakeClock: () => sinon.useFakeTimers({ now: 0 }),
  stepsArePromises: false,
};
