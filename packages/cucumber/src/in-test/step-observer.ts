import { each } from '@testpoint/core/built-ins';
import {
  type AttemptData,
  type AttemptScope,
  beginAttempt,
  beginHook,
  endAttempt,
  endHook,
  enterScope,
  failUnended,
  type HookScope,
  setSerialScope,
} from '@testpoint/core/test-api';

const { keys } = Object;

/** Cucumber's messages about what is running. */
export interface RunMessage {
  testCaseStarted?: { id: string };
  testStepStarted?: { testStepId: string };
  testStepFinished?: { testStepResult: { status: string } };
  testCaseFinished?: object;
}

/**
 * Knows which step or hook of a scenario is running, in the process or thread that runs it, for calls of the test API. Only
 * one runs at a time. What the calls add is in `setup`, in a record for each step, with the step's id as its title.
 */
export class StepObserver {
  #attempt: AttemptScope | undefined;
  #step: HookScope | undefined;

  /** @returns what has been called in an attempt that has ended */
  take({ testCaseStarted, testStepStarted, testStepFinished, testCaseFinished }: RunMessage): AttemptData | undefined {
    if (testStepStarted !== undefined) this.#begin(testStepStarted.testStepId);
    else if (testStepFinished !== undefined) this.#end(testStepFinished.testStepResult.status === 'FAILED');
    else if (testCaseStarted !== undefined) this.#attempt = beginAttempt(testCaseStarted.id);
    else if (testCaseFinished !== undefined) return this.end();
    return undefined;
  }

  /** The attempt is over, or cut short. */
  end(): AttemptData | undefined {
    const attempt = this.#attempt;
    if (attempt === undefined) return undefined;
    this.#end(false);
    this.#attempt = undefined;
    return endAttempt(attempt, false);
  }

  #begin(id: string): void {
    const step = beginHook(id, this.#attempt);
    this.#step = step;
    setSerialScope(step);
    enterScope(step);
  }

  #end(failed: boolean): void {
    const step = this.#step;
    if (step === undefined) return;
    this.#step = undefined;
    setSerialScope(undefined);
    const { steps } = endHook(step);
    if (failed) failUnended(steps);
  }
}

/** Whether test code has called anything in the attempt. */
export function hasCalls({ setup, test }: AttemptData): boolean {
  let any = keys(test).length > 0;
  each(setup, ({ steps, attachments }) => {
    any ||= steps !== undefined || attachments !== undefined;
  });
  return any;
}
