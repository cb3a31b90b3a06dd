import { describe, expect, test } from 'vitest';
import { sampleTest } from '../../test/sample.js';
import { attemptsOf } from './attempts.js';
import type { ObservedAttempt } from './observed-attempt.js';

const errors = ['one', 'two', 'three'].map((message) => ({ message }));

function observed(state: ObservedAttempt['state'], errorsFrom: number): ObservedAttempt {
  const lists = { setup: [], body: [], teardown: [], attachments: [], errors: [] };
  return {
    key: 'a',
    startedAt: errorsFrom,
    endedAt: errorsFrom + 1,
    test: {},
    holdFor: undefined,
    ...lists,
    state,
    errorsFrom,
  };
}

describe('attempts', () => {
  test('that were observed split the errors by how many each began with', () => {
    const flaky = sampleTest({ result: { state: 'passed', errors } });
    const attempts = attemptsOf(flaky, 'passed', [observed('fail', 0), observed('fail', 2), observed('pass', 3)]);
    expect(attempts.map(({ status, errors: own }) => [status, own.map(({ message }) => message)])).toEqual([
      ['failed', ['one', 'two']],
      ['failed', ['three']],
      ['passed', []],
    ]);
  });

  test('that all passed in a test that failed afterwards end with the failure', () => {
    const failing = sampleTest({ result: { state: 'failed', errors } });
    expect(attemptsOf(failing, 'failed', [observed('pass', 0)])).toMatchObject([{ status: 'failed', errors }]);
  });

  test('take as long as Vitest says, without the pause before a retry', () => {
    const retried = { retry: { count: 1, delay: 40 }, result: { state: 'passed' } };
    const both = [observed('fail', 100), observed('pass', 170)];
    const timesFor = (diagnostic: object, attempts = both) =>
      attemptsOf(sampleTest({ ...retried, diagnostic }), 'passed', attempts).map((one) => [one.startedAt, one.endedAt]);
    expect(timesFor({ startTime: 75, duration: 100 })).toEqual([
      [75, 130],
      [170, 175],
    ]);
    expect(timesFor({ startTime: 75, duration: 100 }, both.slice(0, 1))).toEqual([[75, 175]]);
    // Clocks that differ by hours, and a duration that does not cover what was observed.
    expect(timesFor({ startTime: 9_000_000, duration: 10 }, both.slice(0, 1))).toEqual([[100, 110]]);
    expect(timesFor({ startTime: 0, duration: 10 }, both.slice(0, 1))).toEqual([[91, 101]]);
    expect(timesFor({ startTime: 75, duration: 0 }, both.slice(0, 1))).toEqual([[100, 101]]);
  });

  test('are those that Vitest 5 reports if the setup file observed none', () => {
    const native = [
      { state: 'fail', errors: [{ message: 'one' }], startTime: 1_000, duration: 5 },
      { state: 'pass', startTime: 1_010, duration: 2 },
    ];
    expect(attemptsOf(sampleTest({ attempts: native }), 'passed', [])).toMatchObject([
      { status: 'failed', startedAt: 1_000, endedAt: 1_010, errors: [{ message: 'one' }] },
      { status: 'passed', startedAt: 1_010, endedAt: 1_012, errors: [] },
    ]);
  });

  test('are only counted if nothing else is known, with the first start and the last end as times', () => {
    const diagnostic = { startTime: 1_000, duration: 50, retryCount: 2, repeatCount: 0 };
    const failing = sampleTest({ result: { state: 'failed', errors }, diagnostic });
    expect(attemptsOf(failing, 'failed', [])).toEqual([
      { status: 'failed', startedAt: 1_000, errors: [errors[0]], setup: [], body: [], teardown: [], attachments: [] },
      { status: 'failed', errors: [errors[1]], setup: [], body: [], teardown: [], attachments: [] },
      { status: 'failed', endedAt: 1_050, errors: [errors[2]], setup: [], body: [], teardown: [], attachments: [] },
    ]);
  });

  test('are empty if the test never began', () => {
    expect(attemptsOf(sampleTest({ result: { state: 'skipped' } }), 'skipped', [])).toEqual([]);
  });
});
