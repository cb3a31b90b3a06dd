import type { Session } from '@testpoint/core';
import type { ChannelMessage } from '@testpoint/core/test-api';
import type { SerializedError, TestModule, TestSpecification, TestSuite } from 'vitest/node';
import { headline } from './errors.js';
import { fileOf } from './translate.js';

/** Names the location of a failed hook, or a file that can't be loaded. */
export function placeOf(task: TestSuite | TestModule, idRoot: string): string {
  if (task.type === 'module') return fileOf(task, idRoot);
  return `${fileOf(task.module, idRoot)} > ${task.fullName}`;
}

/** An error outside of tests: an unhandled error, or an error of Vitest itself. */
export function unhandledProblem(error: SerializedError): string {
  const { type, VITEST_TEST_NAME: test } = error as { type?: unknown; VITEST_TEST_NAME?: unknown };
  const what = typeof type === 'string' ? type : 'Unhandled error';
  return `${what}${typeof test === 'string' ? ` in "${test}"` : ''}: ${headline(error)}`;
}

interface Problem {
  title: string;
  detail?: string;
}

/** Problems that no test's result shows: files that were not run, or no files at all. */
export function silentProblems(
  modules: readonly TestModule[],
  specifications: readonly TestSpecification[],
  hasErrors: boolean,
  { idRoot, why }: { idRoot: string; why: string },
): Problem[] {
  const silent = modules.filter((module) => module.children.size === 0 && isWaiting(module));
  const problems = silent.length === 0 ? [] : [unrunFiles(silent.map((module) => fileOf(module, idRoot)).sort(), why)];
  if (modules.length > 0 || hasErrors) return problems;
  const isEmpty = specifications.length === 0;
  return [{ title: isEmpty ? 'Vitest found no test files.' : 'No test file ran: the global setup failed.' }];
}

function unrunFiles(files: readonly string[], why: string): Problem {
  const count = files.length === 1 ? '1 test file was' : `${files.length} test files were`;
  const names = files.length > NAMED ? [...files.slice(0, NAMED - 1), `and ${files.length - NAMED + 1} more`] : files;
  return { title: `${count} not run. ${why}`, detail: names.join('\n') };
}

/** The summary shows this many lines of a problem's detail. */
const NAMED = 8;

function isWaiting(module: TestModule): boolean {
  const state: string = module.state();
  return state === 'pending' || state === 'queued';
}

/** Prints warnings of the test API about calls outside of tests. */
export function forwardWarning(session: Session, { kind, data }: ChannelMessage): void {
  if (kind === 'warning') session.notice(data.text);
}
