import type { StepRecord } from '@testpoint/core';
import { defineProperty } from '@testpoint/core/built-ins';
import type { AttemptScope } from '@testpoint/core/test-api';
import type { RunnerSuite, RunnerTest } from './runner-types.js';

/** The setup file's notes about a test while its module runs. */
export interface TestNotes {
  attempts: number;
  scope: AttemptScope | undefined;
  /** Number of errors when the attempt began. */
  errorsFrom: number;
  /** Number of steps of the body when the first afterEach began. Later steps belong to fixtures that are torn down. */
  bodySteps: number | undefined;
  holdFor: string | undefined;
}

/** The setup file's notes about a suite, or the module's own suite, while its module runs. */
export interface SuiteNotes {
  /** beforeAll hooks that are not yet attached to a test. */
  before: StepRecord[];
  /** Tests in it that will run and have not ended. */
  waiting: number;
  /** Whether something runs after its last test. */
  hasTeardown: boolean;
  /** The id of the test that ended last. */
  last: string | undefined;
  hasFailed: boolean;
}

/** Notes are stored on the runner's own objects, which live as long as the module runs. Copies do not contain them. */
const NOTES = Symbol('testpoint');

export function notesOfTest(test: RunnerTest): TestNotes {
  const known = held<TestNotes>(test);
  if (known !== undefined) return known;
  return hold(test, { attempts: 0, scope: undefined, errorsFrom: 0, bodySteps: undefined, holdFor: undefined });
}

export function notesOfSuite(suite: RunnerSuite): SuiteNotes {
  const known = held<SuiteNotes>(suite);
  if (known !== undefined) return known;
  return hold(suite, { before: [], waiting: 0, hasTeardown: false, last: undefined, hasFailed: false });
}

/** The parent suite of a test or suite. At the top it is the module's own, which has no parent. */
export function above(task: RunnerTest | RunnerSuite): RunnerSuite | undefined {
  return task.suite ?? (task.file === task ? undefined : task.file);
}

/** Whether neither the author nor a filter has excluded the task. */
export function isToRun({ mode }: RunnerTest | RunnerSuite): boolean {
  return mode === 'run' || mode === 'queued';
}

/** The first test in a suite that will run. */
export function firstTest(suite: RunnerSuite): RunnerTest | undefined {
  for (let index = 0; index < suite.tasks.length; index += 1) {
    const task = suite.tasks[index] as RunnerTest | RunnerSuite;
    const test = !isToRun(task) ? undefined : task.type === 'suite' ? firstTest(task) : task;
    if (test !== undefined) return test;
  }
  return undefined;
}

/**
 * Counts tests that have ended or never will.
 * @returns the outermost suite that has nothing left to wait for but its teardown
 */
export function countEnded(test: RunnerTest, from: RunnerSuite | undefined, count: number): string | undefined {
  let complete: string | undefined;
  for (let suite = from; suite !== undefined; suite = above(suite)) {
    const notes = notesOfSuite(suite);
    notes.waiting -= count;
    notes.last = test.id;
    if (notes.waiting <= 0 && notes.hasTeardown) complete = suite.id;
  }
  return complete;
}

function held<T>(holder: object): T | undefined {
  return (holder as Record<symbol, T | undefined>)[NOTES];
}

function hold<T>(holder: object, value: T): T {
  defineProperty(holder, NOTES, { value, enumerable: false });
  return value;
}
