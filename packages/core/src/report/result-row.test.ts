import { expect, it } from 'vitest';
import { rowOf } from './result-row.js';

const retried = { titles: ['test'], file: 'a.test.ts', earlier: [{ outcome: 'F' }] };

function isFlaky(message: string, view: object, outcome = 'Passed'): boolean | undefined {
  return rowOf({ kind: 'result', id: 'a.test.ts > test', view, body: { outcome, message } }, 0, 0)?.isFlaky;
}

it('a test is flaky that passed after a failed attempt', () => {
  expect(isFlaky('Flaky: passed on attempt 2 of 2', retried)).toBe(true);
  expect(isFlaky('The till is slow.\n\nFlaky: passed on attempt 2 of 2', retried)).toBe(true);
});

it('one that is expected to fail is not, though it was tried again, unless it once passed', () => {
  expect(isFlaky('Flaky: failed, as expected, on attempt 2 of 2', retried)).toBe(true);
  expect(isFlaky('Failed, as expected.', retried)).toBe(false);
});

it('nor is one that says so of itself, or that failed in the end', () => {
  expect(isFlaky('Flaky: passed on attempt 2 of 2', { ...retried, earlier: [] })).toBe(false);
  expect(isFlaky('Failed on attempt 2 of 2', retried, 'Failed')).toBe(false);
});

it('the journal of a version that wrote no view has its words only', () => {
  expect(isFlaky('Flaky: passed on attempt 2 of 2', {})).toBe(true);
});
