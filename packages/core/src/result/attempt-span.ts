import { each, round } from '../built-ins/language.js';
import type { AttemptRecord, StepRecord } from '../model.js';
import { knownTime, type TimeSpan, UNKNOWN } from './times.js';

const NONE: readonly StepRecord[] = [];
/** How far the clocks of two processes may differ, milliseconds. */
const SKEW = 1_000;
const EVER = Number.POSITIVE_INFINITY;

/**
 * From an attempt's start to its end, in whole milliseconds, covering all steps that begin in it: a step that is not awaited
 * continues after the framework has closed the test. Others have a faked clock (in Playwright, which times steps itself).
 * beforeAll and afterAll run outside of it. An unknown end stays unknown.
 */
export function attemptSpan({ startedAt, endedAt, duration, setup, body, teardown }: AttemptRecord): TimeSpan {
  const span: TimeSpan = {
    startedAt: knownTime(startedAt),
    endedAt: knownTime(endedAt),
    duration: knownTime(round(duration ?? UNKNOWN)),
  };
  const steps: StepRecord[] = [];
  addAll(steps, body);
  addInside(steps, setup, span);
  addInside(steps, teardown, span);
  addInner(steps);
  const { startedAt: begun = 0, endedAt: ended = EVER } = span;
  each(steps, (step) => {
    const from = knownTime(step.startedAt);
    if (from === undefined || (from >= begun - SKEW && from <= ended + SKEW)) stretch(span, step);
  });
  const { startedAt: from, endedAt: to } = span;
  if (from !== undefined && to !== undefined) span.duration = to < from ? 0 : to - from;
  return span;
}

/** All steps of an attempt, in hooks and in its body. */
export function stepsOf({ setup, body, teardown }: AttemptRecord): StepRecord[] {
  const steps: StepRecord[] = [];
  addAll(steps, setup);
  addAll(steps, body);
  addAll(steps, teardown);
  addInner(steps);
  return steps;
}

/** Adds the steps inside those of the list. No recursion, because trees may be thousands of levels deep. */
function addInner(steps: StepRecord[]): void {
  for (let index = 0; index < steps.length; index++) addAll(steps, (steps[index] as StepRecord).steps ?? NONE);
}

/** Steps in hooks that ran within the attempt. */
function addInside(steps: StepRecord[], hooks: readonly StepRecord[], span: TimeSpan): void {
  const { startedAt: begun = UNKNOWN, endedAt: ended = UNKNOWN } = span;
  each(hooks, ({ startedAt, endedAt, steps: inside = NONE }) => {
    const from = knownTime(startedAt) ?? UNKNOWN;
    const to = knownTime(endedAt) ?? UNKNOWN;
    if (from >= begun && to <= ended) addAll(steps, inside);
  });
}

function addAll(steps: StepRecord[], more: readonly StepRecord[]): void {
  for (let index = 0; index < more.length; index++) steps[steps.length] = more[index] as StepRecord;
}

function stretch(span: TimeSpan, step: StepRecord): void {
  const from = knownTime(step.startedAt) ?? UNKNOWN;
  const to = knownTime(step.endedAt) ?? UNKNOWN;
  if (from < (span.startedAt ?? UNKNOWN)) span.startedAt = from;
  if (to > (span.endedAt ?? UNKNOWN)) span.endedAt = to;
}
