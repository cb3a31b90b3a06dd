import { TestNumbers, testCasesIn } from '@testpoint/core';
import { append, create, matches, weakSet } from '@testpoint/core/built-ins';
import type { MochaRunner, MochaSuite, MochaTest } from '../in-test/mocha-types.js';
import { titlePathOf } from './translate.js';

/** Which tests the run selects: `--grep`, `--fgrep` and `--invert`. */
export type Selection = (test: MochaTest) => boolean;

/** The numbers of tests from `TestNumbers`, unless they are 1. */
export type Numbering = WeakMap<MochaTest, number>;

/** Reads the selection each time, because Mocha sets it after creating the reporter. */
export function selectionOf(runner: MochaRunner): Selection {
  const selects = titleSelectionOf(runner);
  return (test) => selects(titlePathOf(test));
}

export function titleSelectionOf(runner: MochaRunner): (titlePath: readonly string[]) => boolean {
  return (titlePath) => {
    if (runner._grep === undefined) return true;
    const found = matches(runner._grep, joined(titlePath));
    return runner._invert === true ? !found : found;
  };
}

/** Test cases named in the titles of the tests to run. `complete`: whether every test names one. */
export function plannedTestCases(runner: MochaRunner): { tests: { testCases: number[] }[]; complete: boolean } {
  const tests: { testCases: number[] }[] = [];
  let complete = true;
  const selected = silentTests(runner.suite, selectionOf(runner));
  for (let index = 0; index < selected.length; index++) {
    const test = selected[index];
    const testCases = test === undefined ? undefined : testCasesIn(titlePathOf(test));
    if (testCases === undefined) complete = false;
    else append(tests, { testCases });
  }
  return { tests, complete };
}

/** Numbers the tests of each file. A file's suites follow each other; its tests in the root suite come before all suites. */
export function numberTests({ tests = [], suites = [] }: MochaSuite, numbering: Numbering): void {
  const ofRoot = create(null) as Record<string, TestNumbers>;
  for (let index = 0; index < tests.length; index++) {
    const test = tests[index];
    if (test === undefined) continue;
    const file = test.file ?? '';
    ofRoot[file] ??= new TestNumbers();
    numberTest(test, ofRoot[file], numbering);
  }
  let file: string | undefined;
  let numbers = new TestNumbers();
  for (let index = 0; index < suites.length; index++) {
    const suite = suites[index];
    if (suite === undefined) continue;
    if (index === 0 || suite.file !== file) numbers = ofRoot[suite.file ?? ''] ?? new TestNumbers();
    file = suite.file;
    numberSuite(suite, numbers, numbering);
  }
}

/** Whether Mocha will run a test of the suite. */
export function hasTestToRun(suite: MochaSuite, selects: Selection): boolean {
  const { tests = [], suites = [] } = suite;
  // Start at the end: if a suite has tests to run, its last test usually is one of them.
  for (let index = tests.length - 1; index >= 0; index--) {
    const test = tests[index];
    if (test !== undefined && isToRun(test, selects)) return true;
  }
  for (let index = suites.length - 1; index >= 0; index--) {
    const inner = suites[index];
    if (inner !== undefined && hasTestToRun(inner, selects)) return true;
  }
  return false;
}

/** Tests in the suite and its inner suites that Mocha has not reported on. */
export function silentTests(suite: MochaSuite, selects: Selection, found: MochaTest[] = []): MochaTest[] {
  const { tests = [], suites = [] } = suite;
  for (let index = 0; index < tests.length; index++) {
    const test = tests[index];
    if (test !== undefined && test.state === undefined && selects(test)) append(found, test);
  }
  for (let index = 0; index < suites.length; index++) {
    const inner = suites[index];
    if (inner !== undefined) silentTests(inner, selects, found);
  }
  return found;
}

/** Joins titles as Mocha does for `--grep`. */
function joined(titlePath: readonly string[]): string {
  let text = titlePath[0] ?? '';
  for (let index = 1; index < titlePath.length; index++) text += ` ${titlePath[index]}`;
  return text;
}

function numberSuite({ tests = [], suites = [] }: MochaSuite, numbers: TestNumbers, numbering: Numbering): void {
  for (let index = 0; index < tests.length; index++) {
    const test = tests[index];
    if (test !== undefined) numberTest(test, numbers, numbering);
  }
  for (let index = 0; index < suites.length; index++) {
    const inner = suites[index];
    if (inner !== undefined) numberSuite(inner, numbers, numbering);
  }
}

function numberTest(test: MochaTest, numbers: TestNumbers, numbering: Numbering): void {
  const number = numbers.next(titlePathOf(test));
  if (number > 1) weakSet(numbering, test, number);
}

function isToRun(test: MochaTest, selects: Selection): boolean {
  return test.state === undefined && !test.isPending() && selects(test);
}
