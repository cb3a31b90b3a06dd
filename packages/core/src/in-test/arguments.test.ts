import { describe, expect, it } from 'vitest';
import { readTestCases } from './arguments.js';

describe('arguments of the wrong kind', () => {
  it('test cases that are not integers are dropped, and the others are kept', () => {
    expect(readTestCases([101, '102', 'abc', '', 1.5, null])).toEqual({
      testCases: [101, 102],
      complaint: `testCase("abc") was ignored: a test case's global id is a whole number.`,
    });
    for (const id of [' ', ' 7', '7\n', '0x10', '1e3', '7.0', 1e20, '100000000000000000000', Number.NaN, true, 7n]) {
      expect(readTestCases([id, 8])).toEqual({ testCases: [8], complaint: expect.stringMatching(/was ignored/) });
    }
    expect(readTestCases([{ valueOf: fail }])).toMatchObject({ testCases: [] });
  });
});

function fail(): never {
  throw new Error('was called');
}
