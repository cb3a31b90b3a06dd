import type { Location, TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import { suitesAround } from './suites-around.js';

/** Start and end of an attempt, epoch milliseconds by the worker's clock. */
export interface AttemptTimes {
  startedAt?: number;
  endedAt?: number;
}

interface HookOfSuite {
  type?: string;
  title?: string;
  location?: Location;
}

export const BEFORE_HOOKS = 'Before Hooks';
export const AFTER_HOOKS = 'After Hooks';
export const WORKER_CLEANUP = 'Worker Cleanup';

/** Whether a worker has begun the test. Not by `workerIndex`: merging reports adds to it, also to the -1 of a test that never began. */
export function hasBegun({ parallelIndex }: TestResult): boolean {
  return parallelIndex >= 0;
}

/**
 * From beforeEach to afterEach, without beforeAll and afterAll: `result.startTime` is before a beforeAll, and
 * `result.duration` is a sum of parts. Times that Playwright doesn't know (the end of a crashed worker's test, the start of
 * a test that never reached a worker) are left out.
 */
export function attemptTimes(test: TestCase, result: TestResult): AttemptTimes {
  if (!hasBegun(result)) return {};
  const begun = result.startTime.getTime();
  const before = wrapper(result, BEFORE_HOOKS);
  const after = wrapper(result, AFTER_HOOKS);
  const startedAt = before ? firstStart(before, test) : begun;
  let endedAt: number | undefined;
  if (after) endedAt = lastEnd(after, test);
  else if (!before && result.status === 'skipped') endedAt = begun + Math.max(result.duration, 0);
  return {
    ...(startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && { endedAt: Math.max(endedAt, startedAt ?? endedAt) }),
  };
}

export function startOf(step: TestStep): number {
  return step.startTime.getTime();
}

/** Undefined for a step that did not end. */
export function endOf(step: TestStep): number | undefined {
  return step.duration < 0 ? undefined : step.startTime.getTime() + step.duration;
}

/**
 * Whether a hook's step is a beforeAll or afterAll. The step doesn't say, and a hook may have its own title. Suites know the
 * locations of their hooks, in a private field that merged reports don't have.
 */
export function isAllHook(step: TestStep, test: TestCase, type: 'beforeAll' | 'afterAll'): boolean {
  if (step.category !== 'hook') return false;
  if (step.title === `${type} hook`) return true;
  const hooks = suitesAround(test).flatMap((suite): HookOfSuite[] => Reflect.get(suite, '_hooks') ?? []);
  return hooks.some(({ type: kind, title, location }) => {
    const isThere = location?.line === step.location?.line && location?.column === step.location?.column;
    return kind === type && title === step.title && isThere;
  });
}

function wrapper(result: TestResult, title: string): TestStep | undefined {
  return result.steps.find((step) => step.category === 'hook' && step.title === title);
}

function firstStart(before: TestStep, test: TestCase): number | undefined {
  let first: number | undefined;
  for (const step of before.steps) {
    if (isAllHook(step, test, 'beforeAll')) continue;
    first = Math.min(first ?? Number.POSITIVE_INFINITY, startOf(step));
  }
  return first ?? (before.steps.length === 0 ? startOf(before) : endOf(before));
}

function lastEnd(after: TestStep, test: TestCase): number | undefined {
  let last = startOf(after);
  for (const step of after.steps) {
    if (isAllHook(step, test, 'afterAll')) continue;
    const end = endOf(step);
    if (end === undefined) return undefined;
    last = Math.max(last, end);
  }
  return last;
}
