import { append, each, weakGet, weakSet } from '@testpoint/core/built-ins';
import { TestNumbers } from '@testpoint/core/test-api';
import type { MochaHook, MochaSuite, MochaTest } from './mocha-types.js';

const { create } = Object;

/** The numbers of tests from `TestNumbers`, unless they are 1. */
const numbers = new WeakMap<MochaTest, number>();

/** Visits the tests of a suite and its inner suites, in the order of their declaration. */
export function eachTest({ tests = [], suites = [] }: MochaSuite, visit: (test: MochaTest) => void): void {
  each(tests, visit);
  each(suites, (inner) => eachTest(inner, visit));
}

/** Numbers the tests of each file: before some are removed from the tree, and again if more have been added. */
export function numberTests(root: MochaSuite): void {
  const files = create(null) as Record<string, TestNumbers>;
  eachTest(root, (test) => {
    const path = pathOf(test) ?? '';
    files[path] ??= new TestNumbers();
    const number = files[path].next(titlePathOf(test));
    if (number > 1 && numberOf(test) === undefined) weakSet(numbers, test, number);
  });
}

/** A test's number among those of its file with equal titles; undefined means 1. */
export function numberOf(test: MochaTest): number | undefined {
  return weakGet(numbers, test);
}

/** The test that was declared. A copy that the suite itself has made (`clone`) is a test of its own. */
export function declaredTest(test: MochaTest): MochaTest {
  return (test.currentRetry() > 0 && test.retriedTest?.()) || test;
}

/** Absolute; from the nearest suite that knows it. In parallel mode, the root suite's parent is null. */
export function pathOf(subject: { file?: string; parent?: MochaSuite | null }): string | undefined {
  let { file } = subject;
  for (let suite = subject.parent; file === undefined && suite; suite = suite.parent) file = suite.file;
  return file;
}

/** Titles from the outermost describe to the test or hook. Mocha's own method calls `concat`, which tests may stub. */
export function titlePathOf(test: MochaTest | MochaHook): string[] {
  // A worker's copy has no parent suites, but carries its path.
  if (test.parent?.suites === undefined) return test.titlePath();
  const titles: string[] = [];
  addTitles(test.parent, titles);
  append(titles, test.title);
  return titles;
}

function addTitles({ parent, root, title }: MochaSuite, titles: string[]): void {
  if (parent !== undefined) addTitles(parent, titles);
  if (!root) append(titles, title);
}

/** Identifies a test, hook or suite. A worker's copy has the same id. */
export function idOf({ __mocha_id__: id }: { __mocha_id__?: string }): string {
  return id ?? '';
}
