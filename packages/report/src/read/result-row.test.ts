import { expect, it } from 'vitest';
import { rowOf } from './result-row.js';

const retried = { titles: ['test'], file: 'a.test.ts', earlier: [{ outcome: 'F' }] };

function isFlaky(message: string, view: object, outcome = 'Passed'): boolean | undefined {
  return rowOf({ kind: 'result', id: 'a.test.ts > test', view, body: { outcome, message } }, 0, 0)?.isFlaky;
}

it('a test that passed after a failed attempt is flaky', () => {
  expect(isFlaky('Flaky: passed on attempt 2 of 2', retried)).toBe(true);
  expect(isFlaky('Flaky: skipped on attempt 2 of 2', retried)).toBe(true);
  expect(isFlaky('The till is slow.\n\nFlaky: passed on attempt 2 of 2', retried)).toBe(true);
});

it('a retried test that is expected to fail is not flaky, unless it passed once', () => {
  expect(isFlaky('Flaky: failed, as expected, on attempt 2 of 2', retried)).toBe(true);
  expect(isFlaky('Failed, as expected.', retried)).toBe(false);
});

it('a test that only claims to be flaky, or that failed in the end, is not flaky', () => {
  expect(isFlaky('Flaky: passed on attempt 2 of 2', { ...retried, earlier: [] })).toBe(false);
  expect(isFlaky('Failed on attempt 2 of 2', retried, 'Failed')).toBe(false);
});

it('without data for reports, the message alone decides whether a test is flaky', () => {
  expect(isFlaky('Flaky: passed on attempt 2 of 2', {})).toBe(true);
});

it('a test with several attempts takes as long as the view says', () => {
  const body = { outcome: 'Passed', startedOn: '2026-01-01T00:00:00.000Z', completedOn: '2026-01-01T00:01:00.000Z' };
  const [begin, end] = [Date.parse(body.startedOn), Date.parse(body.completedOn)];
  const timesOf = (view: object) => {
    const { startedAt, endedAt, duration } = rowOf({ id: 'a', view, body: { ...body, duration: 7 } }, 0, 0) ?? {};
    return [startedAt, endedAt, duration];
  };
  expect(timesOf(retried)).toEqual([begin, end, 60_000]);
  expect(timesOf({ ...retried, duration: 30 })).toEqual([begin, end, 30]);
});
