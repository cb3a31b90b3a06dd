import { mergedTestData } from '@testpoint/core/adapter';
import { append, each, execute, join } from '@testpoint/core/built-ins';
import type { MochaRunner, MochaSuite, MochaTest } from '../in-test/mocha-types.js';
import { eachTest, titlePathOf } from '../in-test/test-tree.js';

/**
 * Whether the run selects a test: `--grep`, `--fgrep` and `--invert`. Reads them each time, because Mocha sets them after
 * creating the reporter.
 */
export function isSelected({ _grep, _invert }: MochaRunner, titlePath: readonly string[]): boolean {
  return _grep === undefined || (execute(_grep, join(titlePath, ' ')) !== null) !== (_invert === true);
}

/** Test cases named in the titles of the tests to run. `complete`: whether every test names one. */
export function plannedTestCases(runner: MochaRunner): { tests: { testCases: number[] }[]; complete: boolean } {
  const tests: { testCases: number[] }[] = [];
  let complete = true;
  each(silentTests(runner, runner.suite), (test) => {
    const { testCases } = mergedTestData([], titlePathOf(test));
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
export function silentTests(runner: MochaRunner, suite: MochaSuite): MochaTest[] {
  const found: MochaTest[] = [];
  eachTest(suite, (test) => {
    if (test.state === undefined && isSelected(runner, titlePathOf(test))) append(found, test);
  });
  return found;
}
