import { describe, expect, test } from 'vitest';
import { headline, translateError } from './errors.js';

describe('an error', () => {
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
