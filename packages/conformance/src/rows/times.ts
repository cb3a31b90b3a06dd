import type { Result, StepResult } from '@testpoint/interface';

type Timed = Pick<StepResult, 'startedOn' | 'completedOn' | 'stepResults'>;

/** Two readings of a millisecond clock may be on different sides of a tick. */
export const TICK = 2;

export function began(step: Timed | undefined): number {
  return Date.parse(step?.startedOn ?? '');
}

export function ended(step: Timed | undefined): number {
  return Date.parse(step?.completedOn ?? '');
}

export function lasted(step: Timed | undefined): number {
  return ended(step) - began(step);
}

/** Steps and results whose times are outside of their run, or outside of their parent. */
export function impossibleTimes(result: Result, from: number, to: number): string[] {
  const wrong: string[] = [];
  const visit = (step: Timed & { title?: string }, first: number, last: number) => {
    if (began(step) < first - TICK || ended(step) > last + TICK || lasted(step) < 0) {
      wrong.push(`${step.title ?? 'the test'}: ${step.startedOn} to ${step.completedOn}`);
    }
    // A step without times has those of its parent.
    for (const inner of step.stepResults ?? []) visit(inner, began(step) || first, ended(step) || last);
  };
  const { setupResults = [], teardownResults = [], ...test } = result;
  // beforeAll and afterAll run outside of the tests that show them.
  for (const step of [test as Timed, ...setupResults, ...teardownResults]) visit(step, from, to);
  return wrong;
}
