import { append, defineProperty, each, mapped } from '@testpoint/core/built-ins';
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
  const selected = selection;
  if (selected === undefined) return;
  const tests: { test: RunnerTest; titles: string[] }[] = [];
  collect(file, [], tests);
  const origin = tests[0]?.test.meta?.benchmark === true ? 'benchmark' : undefined;
  const numbers = new TestNumbers();
  if (origin !== undefined) each(tests, ({ titles }) => numbers.next(titles));
  const path = selected.fileOf(file.filepath);
  each(tests, ({ test, titles }) => {
    const occurrence = numbers.next(titles, origin);
    const sought = { project: file.projectName, file: path, titlePath: titles, occurrence, origin } as const;
    if (selected.leavesOut(sought)) test.mode = 'skip';
  });
  skipEmpty(file);
}

function collect(suite: RunnerSuite, titles: readonly string[], found: { test: RunnerTest; titles: string[] }[]): void {
  each(suite.tasks, (task) => {
    const path = mapped(titles, (title) => title);
    append(path, task.name);
    if (task.type === 'suite') collect(task, path, found);
    else append(found, { test: task, titles: path });
  });
}

/** Skips suites without a test to run, so that none of their hooks run. @returns whether the suite is one */
function skipEmpty(suite: RunnerSuite): boolean {
  let isEmpty = suite.tasks.length > 0;
  each(suite.tasks, (task) => {
    const isOut = task.type === 'suite' ? skipEmpty(task) : task.mode === 'skip';
    isEmpty = isEmpty && isOut;
  });
  if (isEmpty) suite.mode = 'skip';
  return isEmpty;
}
