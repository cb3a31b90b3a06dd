import assert from 'node:assert';
import * as api from '@testpoint/mocha/api';
import sinon from 'sinon';
import type { Dialect } from '../../../conformance/src/suites/dialect.js';

type Body = () => void | Promise<void>;
type Declare = (title: string, body?: (this: MochaContext) => void | Promise<void>) => void;

interface MochaContext {
  timeout(milliseconds: number): void;
  retries(times: number): void;
  skip(): never;
}

/** The globals of Mocha that are used here. Each file has its own, so every call looks them up. */
interface MochaGlobals {
  describe: (title: string, body: (this: MochaContext) => void) => void;
  it: Declare & { skip: Declare; only: Declare };
  before: Declare;
  beforeEach: Declare;
  afterEach: Declare;
  after: Declare;
}

const mocha = globalThis as unknown as MochaGlobals;

export const dialect: Dialect = {
  ...api,
  describe: (title, body) => mocha.describe(title, body),
  test: (title, body) => mocha.it(title, body),
  beforeAll: (title, body) => mocha.before(title, body),
  beforeEach: (title, body) => mocha.beforeEach(title, body),
  afterEach: (title, body) => mocha.afterEach(title, body),
  afterAll: (title, body) => mocha.after(title, body),
  skip: (title, body) => mocha.it.skip(title, body),
  todo: (title) => mocha.it(title),
  only: (title, body) => mocha.it.only(title, body),
  limited: (title, milliseconds, body) =>
    mocha.it(title, function () {
      this.timeout(milliseconds);
      return body();
    }),
  each: (title, values, body) => {
    for (const value of values) mocha.it(title.replace('%s', value), () => body(value));
  },
  retrying: (title, times, body) =>
    mocha.describe(title, function () {
      this.retries(times);
      body();
    }),
  skipsItself: (title, _reason, before: Body) =>
    mocha.it(title, async function () {
      await before();
      this.skip();
    }),
  equal: (actual, expected) => assert.deepStrictEqual(actual, expected),
  fakeClock: () => sinon.useFakeTimers({ now: 0 }),
  stepsArePromises: false,
};
