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

/** An error outside of tests: an unhandled one, or one of Vitest itself. */
export function unhandledProblem(error: SerializedError): string {
  const { type, VITEST_TEST_NAME: test } = error as { type?: unknown; VITEST_TEST_NAME?: unknown };
  const what = typeof type === 'string' ? type : 'Unhandled error';
  return `${what}${typeof test === 'string' ? ` in "${test}"` : ''}: ${headline(error)}`;
}

/** Problems of a run that belong to no test. */
export function silentProblems(
  modules: readonly TestModule[],
  specifications: readonly TestSpecification[],
  hasErrors: boolean,
  { idRoot, why }: { idRoot: string; why: string },
): string[] {
  const silent = modules.filter((module) => module.children.size === 0 && isWaiting(module));
  const problems = silent.map((module) => `${fileOf(module, idRoot)} was not run. ${why}`);
  if (modules.length > 0 || hasErrors) return problems;
  return [specifications.length === 0 ? 'Vitest found no test files.' : 'No test file ran: the global setup failed.'];
}

function isWaiting(module: TestModule): boolean {
  const state: string = module.state();
  return state === 'pending' || state === 'queued';
}

/** Warnings of the test API about calls outside of tests. */
export function tellWarning(session: Session, { kind, data }: ChannelMessage): void {
  if (kind === 'warning') session.notice(data.text);
}
