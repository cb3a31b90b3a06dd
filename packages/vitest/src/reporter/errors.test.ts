import { describe, expect, test } from 'vitest';
import { headline, translateError } from './errors.js';

describe('an error', () => {
  test('is described by its name, its message and the difference', () => {
    expect(translateError({ name: 'AssertionError', message: 'not equal', diff: '- 1\n+ 2', stack: 'S' })).toEqual({
      message: 'AssertionError: not equal\n\n- 1\n+ 2',
      stack: 'S',
    });
  });

  test('includes its causes, however they are nested', () => {
    const cause = { name: 'Error', message: 'inner', stack: 'Error: inner\n    at b', cause: { message: 'innermost' } };
    expect(translateError({ name: 'Error', message: 'outer', stack: 'Error: outer\n    at a', cause }).stack).toBe(
      'Error: outer\n    at a\nCaused by: Error: inner\n    at b\nCaused by: innermost',
    );
    // As another reporter leaves it after printing the error.
    const printed = { name: 'Caused by: Caused by: Error', message: 'inner' };
    expect(translateError({ message: 'outer', stack: 'outer', cause: printed }).stack).toBe(
      'outer\nCaused by: Error: inner',
    );
    const round: { message: string; stack: string; cause?: unknown } = { message: 'round', stack: 'round' };
    round.cause = round;
    expect(translateError(round).stack?.match(/round/g)).toHaveLength(6);
  });

  test.each([
    [{ message: 'a word' }, 'a word'],
    [{ code: 1, stacks: [], VITEST_TEST_PATH: '/a' }, '{"code":1}'],
    [{ size: 1n, stacks: [] }, '{ size: 1n }'],
    [{ name: 'Error', message: '' }, 'Error'],
    ['text', 'text'],
    [undefined, 'undefined'],
  ])('a thrown %o is described as %s', (thrown, message) => {
    expect(translateError(thrown)).toEqual({ message });
  });

  test('of a timeout has its own message in its stack', () => {
    const error = { name: 'Error', message: 'Hook timed out.', stack: 'Error: STACK_TRACE_ERROR\n    at hook' };
    expect(translateError(error).stack).toBe('Error: Hook timed out.\n    at hook');
  });

  test('of a type check has its location as its stack', () => {
    const stacks = [{ file: '/a.test-d.ts', line: 4, column: 7, method: '' }];
    expect(translateError({ name: 'TypeCheckError', message: 'not so', stack: '', stacks })).toEqual({
      message: 'TypeCheckError: not so',
      stack: 'TypeCheckError: not so\n    at /a.test-d.ts:4:7',
      location: { file: '/a.test-d.ts', line: 4, column: 7 },
    });
  });

  test('includes the compared values if Vitest converted both to text', () => {
    const error = { message: 'not equal', expected: '1', actual: '2' };
    expect(translateError(error)).toEqual(error);
    expect(translateError({ ...error, actual: 2 })).toEqual({ message: 'not equal' });
    expect(translateError({ ...error, actual: '1' })).toEqual({ message: 'not equal' });
  });

  test('of syntax includes its code frame', () => {
    const error = { message: 'unexpected token', codeFrame: '1 | const = 2' };
    expect(translateError(error)).toEqual(error);
  });

  test('has a headline of one line, without colors', () => {
    expect(headline({ name: 'Error', message: '\u001b[31mred\u001b[0m\nmore' })).toBe('Error: red');
  });
});
