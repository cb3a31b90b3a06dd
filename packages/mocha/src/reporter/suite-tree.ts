import { testCasesIn } from '@testpoint/core/adapter';
import { append, each, matches } from '@testpoint/core/built-ins';
import type { MochaRunner, MochaSuite, MochaTest } from '../in-test/mocha-types.js';
import { eachTest, titlePathOf } from '../in-test/test-tree.js';

/** Which tests the run selects: `--grep`, `--fgrep` and `--invert`. */
export type Selection = (test: MochaTest) => boolean;

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

/** Whether a hook of its suites may follow the test. */
export function hasHooksAfter(test: MochaTest): boolean {
  for (let suite = test.parent; suite; suite = suite.parent) {
    // A Mocha without these lists may have hooks.
    if (suite._afterEach?.length !== 0 || suite._afterAll?.length !== 0) return true;
  }
  return false;
}

/** Tests in the suite and its inner suites that Mocha has not reported on. */
export function silentTests(suite: MochaSuite, selects: Selection): MochaTest[] {
  const found: MochaTest[] = [];
  eachTest(suite, (test) => {
    if (test.state === undefined && selects(test)) append(found, test);
  });
  return found;
}

/** Joins titles as Mocha does for `--grep`. */
function joined(titlePath: readonly string[]): string {
  let text = titlePath[0] ?? '';
  for (let index = 1; index < titlePath.length; index++) text += ` ${titlePath[index]}`;
  return text;
}
