import type { StepRecord } from '@testpoint/core';
import { append, defineProperty, each, execute, mapped } from '@testpoint/core/built-ins';
import {
  type AttemptData,
  type AttemptScope,
  abandonScope,
  beginAttempt,
  channel,
  endAttempt,
  type HookScope,
  saysAnything,
  setSerialScope,
  tellReporter,
} from '@testpoint/core/test-api';
import { type AttemptNotes, COMES_LATER } from './attempt-notes.js';
import { callObserved, removeOwnFrames, whenSettled } from './own-frames.js';
import type { Page } from './page.js';
import type {
  HookFunction,
  Hooks,
  RunnerAccess,
  RunnerContext,
  RunnerError,
  RunnerSuite,
  RunnerTest,
} from './runner-types.js';
import { above, countEnded, notesOfSuite, notesOfTest, type TestNotes } from './task-notes.js';

/** Vitest's message for a test or hook that timed out. */
const TIMED_OUT = /timed out in \d+ ?ms/;

/** Running attempts; more than one in concurrent tests. */
let running = 0;

export function isAlone(): boolean {
  return running <= 1;
}

/**
 * Runs each attempt in its own scope, outside of all other hooks. The hook goes where aroundEach() would put it, but does
 * not use aroundEach(), because then fixtures would be set up and torn down at other times than without us.
 */
export function observeAttempts(hooks: Hooks): void {
  const around: HookFunction = (runTest, context) => {
    const { task } = context as RunnerContext;
    const scope = openAttempt(task);
    return whenSettled(callObserved(runTest as HookFunction, [], scope), () => closeAttempt(task));
  };
  // No time limit: the code inside has its own.
  defineProperty(around, Symbol.for('VITEST_AROUND_TIMEOUT'), { value: Number.POSITIVE_INFINITY, enumerable: true });
  hooks.aroundEach?.unshift(around);
}

/** The same before Vitest 4.1, which has no aroundEach: uses a first beforeEach, the body, and the very last callback. */
export function observeBodies(file: RunnerSuite, hooks: Hooks, bodies: NonNullable<RunnerAccess['bodies']>): void {
  hooks.beforeEach?.unshift((context) => {
    const { task } = context as RunnerContext;
    openAttempt(task);
    task.onFinished ??= [];
    task.onFinished.unshift(() => closeAttempt(task));
  });
  observeBodiesIn(file, bodies);
}

/** Vitest's page has no async contexts, so code that a body calls before its first `await` needs its scope. */
export function observeBodiesInPage({ runner }: Page, bodyOf: NonNullable<RunnerAccess['bodies']>['get']): void {
  runner.runTask ??= (test) => callObserved(bodyOf(test) as HookFunction, [], notesOfTest(test).scope);
}

/** Abandons the scope after a timeout, because the code that Vitest was waiting for may continue. */
export function heedTimeout(scope: AttemptScope | HookScope, error: unknown): void {
  const message = (error as RunnerError | null | undefined)?.message;
  if (typeof message === 'string' && execute(TIMED_OUT, message) !== null) abandonScope(scope);
}

/** Sends a failed hook with the first test that it would have served, because none of the suite's tests will run. */
export function sendFailedSuite(suite: RunnerSuite, test: RunnerTest, hook: StepRecord): void {
  const scope = beginAttempt(test.id);
  takeBefore(test, scope.data.setup);
  append(scope.data.setup, hook);
  const holdFor = countEnded(test, suite, notesOfSuite(suite).waiting);
  tellReporter('attempt', { ...endAttempt(scope, true), framework: { holdFor } satisfies AttemptNotes });
}

function openAttempt(test: RunnerTest): NonNullable<TestNotes['scope']> {
  const notes = notesOfTest(test);
  const scope = beginAttempt(test.id);
  notes.attempts += 1;
  notes.scope = scope;
  notes.errorsFrom = test.result?.errors?.length ?? 0;
  notes.bodySteps = undefined;
  takeBefore(test, scope.data.setup);
  running += 1;
  setSerialScope(running === 1 ? scope : undefined);
  return scope;
}

function closeAttempt(test: RunnerTest): void {
  const notes = notesOfTest(test);
  const { scope } = notes;
  if (scope === undefined) return;
  notes.scope = undefined;
  running -= 1;
  setSerialScope(undefined);
  const state = test.result?.state;
  const errors: RunnerError[] = [];
  each(test.result?.errors ?? [], (error, index) => {
    if (index < notes.errorsFrom) return;
    // This includes errors of soft assertions, which we never see thrown.
    removeOwnFrames(error);
    heedTimeout(scope, error);
    append(errors, error);
  });
  const data = endAttempt(scope, state === 'fail');
  placeFixtures(data, notes.bodySteps);
  notes.holdFor = countEnded(test, above(test), notes.attempts === 1 ? 1 : 0) ?? notes.holdFor;
  if (!isWorthSending(test, data, notes)) return;
  const framework: AttemptNotes = {
    state,
    errorsFrom: notes.errorsFrom,
    errors: test.fails === true ? mapped(errors, textsOf) : undefined,
    holdFor: notes.holdFor,
  };
  tellReporter('attempt', { ...data, framework });
  if (channel()?.waits === true && test.meta !== undefined) test.meta[COMES_LATER] = true;
}

/** The reporter already knows everything about most tests: they had one attempt, which passed and has no content. */
function isWorthSending(test: RunnerTest, data: AttemptData, { attempts, holdFor }: TestNotes): boolean {
  if (saysAnything(data) || attempts > 1 || holdFor !== undefined || test.fails === true) return true;
  const state = test.result?.state;
  return state === 'pass' ? (test.repeats ?? 0) > 0 : state !== 'fail' || Boolean(test.retry) || Boolean(test.repeats);
}

/** beforeAll hooks, outermost suite first, appear in the first test that they served. */
function takeBefore(task: RunnerTest | RunnerSuite, setup: StepRecord[]): void {
  const suite = above(task);
  if (suite === undefined) return;
  takeBefore(suite, setup);
  const notes = notesOfSuite(suite);
  each(notes.before, (hook) => append(setup, hook));
  notes.before = [];
}

/** Steps outside of hooks that began after the hooks after the body belong to fixtures that are torn down. */
function placeFixtures({ body, teardown }: AttemptData, bodySteps: number | undefined): void {
  if (bodySteps === undefined || body.length <= bodySteps) return;
  for (let index = bodySteps; index < body.length; index += 1) {
    const step = body[index] as StepRecord;
    let at = teardown.length;
    while (at > 0 && (teardown[at - 1]?.startedAt ?? 0) > (step.startedAt ?? 0)) {
      teardown[at] = teardown[at - 1] as StepRecord;
      at -= 1;
    }
    teardown[at] = step;
  }
  body.length = bodySteps;
}

/**
 * An error of this attempt, which Vitest drops if the test was expected to fail. Only its texts, because other members may
 * not survive the transfer.
 */
function textsOf({ name, message, stack, diff }: RunnerError): RunnerError {
  return { name: text(name), message: text(message), stack: text(stack), diff: text(diff) };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function observeBodiesIn(suite: RunnerSuite, bodies: NonNullable<RunnerAccess['bodies']>): void {
  each(suite.tasks, (task) => {
    if (task.type === 'suite') return observeBodiesIn(task, bodies);
    const body = bodies.get(task);
    if (body !== undefined) bodies.set(task, (...values) => callObserved(body, values, notesOfTest(task).scope));
  });
}
