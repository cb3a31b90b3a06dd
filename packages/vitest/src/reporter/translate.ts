import type { AttemptRecord, TestOrigin, TestRecord, Verdict } from '@testpoint/core';
import { relativeTo, type TestData, TestNumbers } from '@testpoint/core/test-api';
import type { TestCase, TestModule } from 'vitest/node';
import { attemptsOf } from './attempts.js';
import { attachmentsOf, metadataOf, screenshotOf } from './metadata.js';
import type { ObservedAttempt } from './observed-attempt.js';

/** Vitest's message for a test that was expected to fail and passed. */
const UNEXPECTED_PASS = 'Expect test to fail';

/** The reporter's data about a test, besides the test itself. */
export interface Knowledge {
  /** Path of the module's file, from `fileOf`. */
  file: string;
  /** From `originOf`. */
  origin: TestOrigin | undefined;
  verdict: Verdict;
  /** From `testNumbers`. */
  occurrence: number;
  observed: readonly ObservedAttempt[];
  /** The metadata that a test set before its process died. */
  identity: readonly TestData[];
  /** Number of the module's worker, from 0. */
  worker: number | undefined;
}

export function translateTest(test: TestCase, knowledge: Knowledge): TestRecord {
  const { file, origin, verdict, observed, identity, occurrence, worker } = knowledge;
  const titlePath = titlePathOf(test);
  const attempts = attemptsOf(test, verdict.status, observed);
  if (worker !== undefined) for (const attempt of attempts) attempt.worker = worker;
  addAttachments(test, attempts, observed.length > 0);
  const said = observed.map((attempt) => attempt.test);
  return {
    file,
    titlePath,
    ...(test.location !== undefined && { line: test.location.line }),
    ...(test.project.name !== '' && { project: test.project.name }),
    ...(origin !== undefined && { origin }),
    ...(occurrence > 1 && { occurrence }),
    ...verdict,
    ...expectation(test, verdict, attempts),
    attempts,
    ...metadataOf(test, titlePath, [...identity, ...said]),
  };
}

/** To the attempt that attached them, if the setup file observed them one by one. */
function addAttachments(test: TestCase, attempts: readonly AttemptRecord[], areObserved: boolean): void {
  const last = attempts.at(-1);
  if (last === undefined) return;
  for (const [record, index] of attachmentsOf(test)) {
    const attempt = (areObserved && index !== undefined && attempts[index]) || last;
    attempt.attachments = [...attempt.attachments, record];
  }
  const screenshot = screenshotOf(test);
  const failed = attempts.findLast(({ status }) => status === 'failed') ?? last;
  if (screenshot !== undefined) failed.attachments = [...failed.attachments, screenshot];
}

/** Titles from the outermost describe to the test. */
function titlePathOf(test: TestCase): string[] {
  const titles = [test.name];
  for (let parent = test.parent; parent.type === 'suite'; parent = parent.parent) titles.unshift(parent.name);
  return titles;
}

/** Path of a module's file, relative to the id root, with posix separators on every system. */
export function fileOf(module: Pick<TestModule, 'moduleId'>, idRoot: string): string {
  return relativeTo(idRoot, module.moduleId);
}

/**
 * The kind of run, if Vitest does something other than running the module's tests. A file that is both run and type-checked
 * is two modules with the same tests.
 */
export function originOf(module: TestModule): TestOrigin | undefined {
  const { typecheck } = module.meta() as { typecheck?: unknown };
  if (typecheck === true) return 'type check';
  // New in Vitest 5, where a run may have benchmarks in addition to tests, in their own projects.
  const { benchmark } = module.project.config as { benchmark?: { enabled?: unknown } };
  return benchmark?.enabled === true ? 'benchmark' : undefined;
}

/** The number of each test, by its id, unless it is 1. Filtered tests count, because Vitest knows them, too. */
export function testNumbers(module: TestModule, origin: TestOrigin | undefined): Map<string, number> {
  const numbers = new TestNumbers();
  const found = new Map<string, number>();
  const tests = [...module.children.allTests()];
  const paths = tests.map(titlePathOf);
  if (origin !== undefined) for (const path of paths) numbers.next(path);
  for (const [index, test] of tests.entries()) {
    const number = numbers.next(paths[index] ?? [], origin);
    if (number > 1) found.set(test.id, number);
  }
  return found;
}

/**
 * A `test.fails` that failed as expected or passed. Vitest's own error then says no more than the verdict. One that failed
 * for another reason is an ordinary failure.
 */
function expectation(
  test: TestCase,
  { status }: Verdict,
  attempts: AttemptRecord[],
): Pick<TestRecord, 'expectedToFail'> {
  if (test.options.fails !== true) return {};
  if (status === 'passed') {
    // Vitest retries as long as the test fails, although each attempt did what was expected.
    for (const attempt of attempts) if (attempt.status === 'failed') attempt.status = 'passed';
    return { expectedToFail: true };
  }
  const last = attempts.at(-1);
  const passed = attempts.filter(({ errors }) => errors.some(({ message }) => message.endsWith(UNEXPECTED_PASS)));
  if (status !== 'failed' || last === undefined || !passed.includes(last)) return {};
  for (const attempt of passed) {
    attempt.status = 'failed';
    attempt.errors = attempt.errors.filter(({ message }) => !message.endsWith(UNEXPECTED_PASS));
  }
  return { expectedToFail: true };
}
