import type { ChannelReader } from '@testpoint/core';
import type { AttemptData } from '@testpoint/core/test-api';
import type { VitestError } from '../reporter/errors.js';

/** What the setup file saw of one attempt. */
export interface ObservedAttempt extends AttemptData {
  /** The state that Vitest gave the attempt when it ended. */
  state: 'pass' | 'fail' | 'skip' | undefined;
  /** How many errors the test had when the attempt began: Vitest keeps those of all attempts in one list. */
  errorsFrom: number;
  /** Those of a test that is expected to fail: Vitest drops them when it does. */
  errors: VitestError[];
  /** The suite whose afterAll may still come and belongs to this test. */
  holdFor: string | undefined;
}

/** The channel's words between the setup file and the reporter, beside `identity` and `warning` of the test API. */
export const ATTEMPT = 'attempt';
export const AFTER_ALL = 'afterAll';

/** A line of kind `attempt`; undefined when it is none. */
export function observedAttempt(reader: ChannelReader, data: unknown): ObservedAttempt | undefined {
  const attempt = reader.attempt(data);
  if (attempt === undefined) return undefined;
  const { state, errorsFrom, errors, holdFor } = data as Record<string, unknown>;
  return {
    ...attempt,
    state: state === 'pass' || state === 'fail' || state === 'skip' ? state : undefined,
    errorsFrom: typeof errorsFrom === 'number' ? errorsFrom : 0,
    errors: Array.isArray(errors) ? errors : [],
    holdFor: typeof holdFor === 'string' ? holdFor : undefined,
  };
}
