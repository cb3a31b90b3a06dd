import { expect, test } from 'vitest';
import { addTestCases, testCasesIn } from './test-cases.js';

test('test cases are read from all titles, each once', () => {
  expect(testCasesIn(['suite @tc:1', 'test @tc:2,3 and @TC:1'])).toEqual([1, 2, 3]);
  expect(testCasesIn(['no @tc: here', 'nor tc:4', 'nor me@tc:5'])).toBeUndefined();
});

test('ids of several sources are collected once', () => {
  expect(addTestCases(undefined, undefined)).toBeUndefined();
  const all = addTestCases(undefined, [1, 2, 1]);
  expect(addTestCases(all, undefined)).toBe(all);
  expect(addTestCases(all, [2, 3])?.items).toEqual([1, 2, 3]);
});

test('ids that no number can represent are ignored', () => {
  expect(testCasesIn(['@tc:100000000000000000000,7'])).toEqual([7]);
});
