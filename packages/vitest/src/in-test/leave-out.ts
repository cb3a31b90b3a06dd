import { append, defineProperty } from '@testpoint/core/built-ins';
import { type SentSelection, selectionHere, TestNumbers } from '@testpoint/core/test-api';
import type { RunnerFile, RunnerSuite, RunnerTest } from './runner-types.js';

/** The tests to run; undefined for all of them. */
let selection = selectionHere('vitest');

/** Takes the selection that the reporter provides to pages. */
export function takeSelection(provided: unknown): void {
  selection = selectionHere('vitest', provided as SentSelection | undefined);
}

/** Skips the tests of a module that are not selected, once all are collected. */
export function leaveOutWhenCollected(file: RunnerFile): void {
  if (selection === undefined) return;
  let { mode } = file;
  defineProperty(file, 'mode', {
    configurable: true,
    enumerable: true,
    get: () => mode,
    // The last step of a collection. All filters have been applied, and neither hooks nor tests have run.
    set(value: string) {
      mode = value;
      if (value !== 'run') return;
      defineProperty(file, 'mode', { value, configurable: true, enumerable: true, writable: true });
      leaveOut(file);
    },
  });
}

/** The same now. Doing it twice changes nothing. */
export function leaveOut(file: RunnerFile): void {
  if (selection === undefined) return;
  const tests: { test: RunnerTest; titles: string[] }[] = [];
  collect(file, [], tests);
  const origin = tests[0]?.test.meta?.benchmark === true ? 'benchmark' : undefined;
  const numbers = new TestNumbers();
  if (origin !== undefined)
    for (let index = 0; index < tests.length; index += 1) numbers.next(tests[index]?.titles ?? []);
  const path = selection.fileOf(file.filepath);
  for (let index = 0; index < tests.length; index += 1) {
    const { test, titles } = tests[index] as (typeof tests)[number];
    const occurrence = numbers.next(titles, origin);
    const sought = { project: file.projectName, file: path, titlePath: titles, occurrence, origin } as const;
    if (selection.leavesOut(sought)) test.mode = 'skip';
  }
  skipEmpty(file);
}

function collect(suite: RunnerSuite, titles: readonly string[], found: { test: RunnerTest; titles: string[] }[]): void {
  for (let index = 0; index < suite.tasks.length; index += 1) {
    const task = suite.tasks[index] as RunnerTest | RunnerSuite;
    const path: string[] = [];
    for (let at = 0; at < titles.length; at += 1) append(path, titles[at] as string);
    append(path, task.name);
    if (task.type === 'suite') collect(task, path, found);
    else append(found, { test: task, titles: path });
  }
}

/** Skips suites without a test to run, so that none of their hooks run. @returns whether the suite is one */
function skipEmpty(suite: RunnerSuite): boolean {
  let isEmpty = suite.tasks.length > 0;
  for (let index = 0; index < suite.tasks.length; index += 1) {
    const task = suite.tasks[index] as RunnerTest | RunnerSuite;
    const isOut = task.type === 'suite' ? skipEmpty(task) : task.mode === 'skip';
    isEmpty = isEmpty && isOut;
  }
  if (isEmpty) suite.mode = 'skip';
  return isEmpty;
}
