import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, mock, test } from 'node:test';
import timers from 'node:timers/promises';
import * as api from '@testpoint/node-test/api';
import type { Dialect } from '../../../conformance/src/suites/dialect.js';

export const dialect: Dialect = {
  ...api,
  // Node runs the tests of a suite at the same time, or none. A suite with an `only` test needs `only` itself in Node 20.
  describe: (title, body) =>
    void describe(title, { concurrency: title === 'concurrent', only: title === 'group' }, body),
  test: (title, body) => void test(title, body),
  beforeAll: (title, body) => before(named(title, body)),
  beforeEach: (title, body) => beforeEach(named(title, body)),
  afterEach: (title, body) => afterEach(named(title, body)),
  afterAll: (title, body) => after(named(title, body)),
  skip: (title, body) => void test.skip(title, body),
  todo: (title) => void test.todo(title),
  only: (title, body) => void test.only(title, body),
  limited: (title, timeout, body) =>
    void test(title, { timeout }, ({ signal }) => {
      // Node's own limit does not keep the process alive.
      const alive = setTimeout(() => {}, 10 * timeout);
      signal.addEventListener('abort', () => clearTimeout(alive));
      return body();
    }),
  each: (title, values, body) => {
    for (const value of values) void test(title.replace('%s', value), () => body(value));
  },
  // Node has no retries.
  retrying: (title, _times, body) => void describe(title, body),
  skipsItself: (title, reason, first) =>
    void test(title, async (context) => {
      await first();
      context.skip(reason);
    }),
  concurrent: (title, body) => void test(title, body),
  equal: (actual, expected) => assert.deepEqual(actual, expected),
  fakeClock: () => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate', 'Date'], now: 0 });
    return { tick: (milliseconds) => mock.timers.tick(milliseconds), restore: () => mock.timers.reset() };
  },
  // Events pass several streams of this process. What it prints then follows them to Node, where the JSON reporter leaves a file.
  settle: async () => {
    for (let turn = 0; turn < 20; turn++) await timers.setImmediate();
    while (!existsSync(join(process.env.CONFORMANCE_FOLDER ?? '.', 'settled.word'))) {
      // Again and again, because Node 20 keeps text that comes together with an event until more follows.
      process.stdout.write('settle\n');
      await timers.setTimeout(5);
    }
  },
  stepsArePromises: false,
};

/** Node's hooks take no title; the function's name serves as one. */
function named(title: string, body: () => void | Promise<void>): () => void | Promise<void> {
  return Object.defineProperty(() => body(), 'name', { value: title });
}
