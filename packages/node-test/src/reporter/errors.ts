import type { ErrorRecord } from '@testpoint/core';
import { causesOf, comparison, textOf } from '@testpoint/core/adapter';
import { indexOf, slice } from '@testpoint/core/built-ins';
import type { TestFailure } from '../in-test/runner-types.js';
import { unreadableError } from './result-messages.js';

interface ErrorLike {
  name?: unknown;
  message?: unknown;
  stack?: unknown;
  cause?: unknown;
  errors?: unknown;
  actual?: unknown;
  expected?: unknown;
}

/** What a test threw, from the error that Node wraps around it. Never throws. */
export function errorRecord(failure: unknown): ErrorRecord {
  try {
    const { cause, message } = failure as TestFailure;
    const thrown = isObject(cause) ? cause : undefined;
    if (thrown === undefined) return { message: textOf(message ?? cause) };
    const { stack, actual, expected } = thrown;
    const record: ErrorRecord = { message: headOf(thrown) ?? textOf(message), ...comparison(expected, actual) };
    if (typeof stack === 'string' && stack !== '')
      record.stack = stack + causesOf(thrown, (cause) => headOf(cause) ?? textOf(cause));
    return record;
  } catch {
    return { message: unreadableError };
  }
}

/** Name and message, if it has any. */
function headOf({ name, message, stack }: ErrorLike): string | undefined {
  const own = typeof name === 'string' && name !== '' ? name : undefined;
  if (typeof message !== 'string') return own;
  // What a process has sent may have lost its name, which the stack still has.
  const at = typeof stack === 'string' && message !== '' ? indexOf(stack, message) : -1;
  const before = at > 0 ? slice(stack as string, 0, at) : '';
  if (slice(before, -2) === ': ' && indexOf(before, '\n') < 0) return before + message;
  if (own === undefined) return message;
  return message === '' ? own : `${own}: ${message}`;
}

function isObject(value: unknown): value is ErrorLike {
  return typeof value === 'object' && value !== null;
}
