import type { AttemptData } from '@testpoint/core/test-api';
import type { AttemptNotes } from '../in-test/attempt-notes.js';
import type { VitestError } from './errors.js';

/** The setup file's observations of one attempt. */
export interface ObservedAttempt extends AttemptData, AttemptNotes {
  errorsFrom: number;
  errors: VitestError[];
}

/** An attempt with the setup file's notes. A note of the wrong type is ignored. */
export function observedAttempt(attempt: AttemptData): ObservedAttempt {
  const { state, errorsFrom, errors, holdFor }: { [name in keyof AttemptNotes]?: unknown } = attempt.framework ?? {};
  return {
    ...attempt,
    state: state === 'pass' || state === 'fail' || state === 'skip' ? state : undefined,
    errorsFrom: typeof errorsFrom === 'number' ? errorsFrom : 0,
    errors: Array.isArray(errors) ? errors : [],
    holdFor: typeof holdFor === 'string' ? holdFor : undefined,
  };
}
