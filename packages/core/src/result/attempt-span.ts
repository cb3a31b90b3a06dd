import { append } from '../built-ins/language.js';
import type { AttemptRecord, StepRecord } from '../model.js';
import { knownTime, type TimeSpan } from './times.js';

/**
 * From an attempt's start to its end, covering all its steps: a step that is not awaited continues after the framework has
 * closed the test. beforeAll and afterAll run outside of it. An unknown end stays unknown.
 */
export function attemptSpan({ startedAt, endedAt, duration, setup, body, teardown }: AttemptRecord): TimeSpan {
  const span: TimeSpan = {
    startedAt: knownTime(startedAt),
    endedAt: knownTime(endedAt),
    duration: knownTime(duration),
  };
  const steps: StepRecord[] = [];
  addAll(steps, body);
  addInside(steps, setup, span);
  addInside(steps, teardown, span);
  // No recursion, because trees may be thousands of levels deep.
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index];
    if (step === undefined) continue;
    stretch(span, step);
    if (step.steps !== undefined) addAll(steps, step.steps);
  }
  return span;
}

/** Steps in hooks that ran within the attempt. */
function addInside(steps: StepRecord[], hooks: readonly StepRecord[], { startedAt, endedAt }: TimeSpan): void {
  for (let index = 0; index < hooks.length; index++) {
    const hook = hooks[index];
    if (hook?.steps === undefined || startedAt === undefined || endedAt === undefined) continue;
    const from = knownTime(hook.startedAt);
    const to = knownTime(hook.endedAt);
    if (from !== undefined && to !== undefined && from >= startedAt && to <= endedAt) addAll(steps, hook.steps);
  }
}

function addAll(steps: StepRecord[], more: readonly StepRecord[]): void {
  for (let index = 0; index < more.length; index++) append(steps, more[index] as StepRecord);
}

function stretch(span: TimeSpan, step: StepRecord): void {
  const from = knownTime(step.startedAt);
  const to = knownTime(step.endedAt);
  if (from !== undefined && span.startedAt !== undefined && from < span.startedAt) span.startedAt = from;
  if (to !== undefined && span.endedAt !== undefined && to > span.endedAt) span.endedAt = to;
}
