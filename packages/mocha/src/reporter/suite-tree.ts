import { TestNumbers, testCasesIn } from '@testpoint/core/adapter';
import { append, create, each, matches, weakSet } from '@testpoint/core/built-ins';
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
  each(silentTests(runner.suite, selectionOf(runner)), (test) => {
    const testCases = testCasesIn(titlePathOf(test));
    if (testCases === undefined) complete = false;
    else append(tests, { testCases });
  });
  return { tests, complete };
}

/** Numbers the tests of each file. A file's suites follow each other; its tests in the root suite come before all suites. */
export function numberTests({ tests = [], suites = [] }: MochaSuite, numbering: Numbering): void {
  const ofRoot = create(null) as Record<string, TestNumbers>;
  each(tests, (test) => {
    const file = test.file ?? '';
    ofRoot[file] ??= new TestNumbers();
    numberTest(test, ofRoot[file], numbering);
  });
  let file: string | undefined;
  let numbers = new TestNumbers();
  each(suites, (suite, index) => {
    if (index === 0 || suite.file !== file) numbers = ofRoot[suite.file ?? ''] ?? new TestNumbers();
    file = suite.file;
    numberSuite(suite, numbers, numbering);
  });
}

/** Whether a hook of its suites may follow the test. */
export function hasHooksAfter(test: MochaTest): boolean {
  for (let suite = test.parent; suite; suite = suite.parent) {
    // A Mocha without these lists may have hooks.
    if (suite._afterEach?.length !== 0 || suite._afterAll?.length !== 0) return true;
  }
  return false;
}

/** Tests in the suite and its inner suites that Mocha has not reported on. */
export function silentTests(suite: MochaSuite, selects: Selection, found: MochaTest[] = []): MochaTest[] {
  const { tests = [], suites = [] } = suite;
  each(tests, (test) => {
    if (test.state === undefined && selects(test)) append(found, test);
  });
  each(suites, (inner) => silentTests(inner, selects, found));
  return found;
}

/** Joins titles as Mocha does for `--grep`. */
function joined(titlePath: readonly string[]): string {
  let text = titlePath[0] ?? '';
  for (let index = 1; index < titlePath.length; index++) text += ` ${titlePath[index]}`;
  return text;
}

function numberSuite({ tests = [], suites = [] }: MochaSuite, numbers: TestNumbers, numbering: Numbering): void {
  each(tests, (test) => numberTest(test, numbers, numbering));
  each(suites, (inner) => numberSuite(inner, numbers, numbering));
}

function numberTest(test: MochaTest, numbers: TestNumbers, numbering: Numbering): void {
  const number = numbers.next(titlePathOf(test));
  if (number > 1) weakSet(numbering, test, number);
}
