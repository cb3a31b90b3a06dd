import type { AttemptData } from '@testpoint/core/test-api';
import type { AttemptNotes } from '../in-test/attempt-notes.js';
import type { VitestError } from './errors.js';

/** What the setup file saw of one attempt. */
export interface ObservedAttempt extends AttemptData, AttemptNotes {
  errorsFrom: number;
  errors: VitestError[];
}

/** An attempt with what the setup file noted of it, each of its own type or left out. */
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
