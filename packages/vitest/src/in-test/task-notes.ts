import type { StepRecord } from '@testpoint/core';
import { defineProperty } from '@testpoint/core/built-ins';
import type { AttemptScope } from '@testpoint/core/test-api';
import type { RunnerSuite, RunnerTest } from './runner-types.js';

/** What the setup file notes of a test while its module runs. */
export interface TestNotes {
  attempts: number;
  scope: AttemptScope | undefined;
  /** Number of errors when the attempt began. */
  errorsFrom: number;
  /** Steps of the body when the first afterEach began: those after it are of fixtures that are torn down. */
  bodySteps: number | undefined;
  holdFor: string | undefined;
}

/** What the setup file notes of a suite, the module's own among them, while its module runs. */
export interface SuiteNotes {
  /** beforeAll hooks that no test has shown yet. */
  before: StepRecord[];
  /** Tests in it that are to run and have not come to an end. */
  waiting: number;
  /** Something runs after its last test. */
  hasTeardown: boolean;
  /** The test that ended last, by id. */
  last: string | undefined;
  hasFailed: boolean;
}

/** On the runner's own objects, which live as long as the module runs; no copy of them carries it. */
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

/** The suite that a test or suite is in: the module's own at the top, and nothing above that. */
export function above(task: RunnerTest | RunnerSuite): RunnerSuite | undefined {
  return task.suite ?? (task.file === task ? undefined : task.file);
}

/** A task that its author or a filter has not left out. */
export function isToRun({ mode }: RunnerTest | RunnerSuite): boolean {
  return mode === 'run' || mode === 'queued';
}

/** The first test in a suite that is to run. */
export function firstTest(suite: RunnerSuite): RunnerTest | undefined {
  for (let index = 0; index < suite.tasks.length; index += 1) {
    const task = suite.tasks[index] as RunnerTest | RunnerSuite;
    const test = !isToRun(task) ? undefined : task.type === 'suite' ? firstTest(task) : task;
    if (test !== undefined) return test;
  }
  return undefined;
}

/**
 * Counts tests that have come to an end, or never will.
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
