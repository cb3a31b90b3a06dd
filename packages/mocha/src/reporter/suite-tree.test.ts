import { expect, test } from 'vitest';
import type { MochaSuite, MochaTest } from '../in-test/mocha-types.js';
import { numberOf, numberTests } from '../in-test/test-tree.js';
import { plannedTestCases, silentTests } from './suite-tree.js';

interface Plan {
  title: string;
  file?: string;
  skipped?: boolean;
  tests?: (string | { title: string; skipped: true })[];
  suites?: Plan[];
}

function suiteOf(plan: Plan, parent?: MochaSuite): MochaSuite {
  const suite: MochaSuite = {
    title: plan.title,
    root: parent === undefined,
    ...(parent !== undefined && { parent }),
    ...(plan.file !== undefined && { file: plan.file }),
  };
  suite.tests = (plan.tests ?? []).map((test) => testOf(test, suite));
  suite.suites = (plan.suites ?? []).map((inner) => suiteOf(inner, suite));
  return suite;
}

function testOf(plan: string | { title: string; skipped: true }, parent: MochaSuite): MochaTest {
  const title = typeof plan === 'string' ? plan : plan.title;
  return {
    ...{ type: 'test', title, parent, titlePath: () => [title], currentRetry: () => 0 },
    ...(parent.file !== undefined && { file: parent.file }),
    isPending: () => typeof plan !== 'string',
  };
}

function numbersIn(suite: MochaSuite): number[] {
  const tests = silentTests({ suite, failures: 0, on: () => undefined }, suite);
  return tests.map((test) => numberOf(test) ?? 1);
}

test('equal titles are numbered within their file, across suites of equal titles', () => {
  const same = (file: string): Plan => ({ title: 'same', file, tests: ['a', 'a'] });
  const root = suiteOf({ title: '', suites: [same('x'), same('x'), same('y')] });
  numberTests(root);
  expect(numbersIn(root)).toEqual([1, 2, 3, 4, 1, 2]);
});

test('a file has one numbering for its tests in the root suite and its suites', () => {
  const root = suiteOf({
    title: '',
    suites: [
      { title: 'x', file: 'f', tests: ['y'] },
      { title: 'x', file: 'g', tests: ['y'] },
    ],
  });
  root.tests = ['f', 'h'].map((file) => ({ ...testOf('x > y', root), file }));
  numberTests(root);
  expect(numbersIn(root)).toEqual([1, 1, 2, 1]);
});

test('a plan is complete when every test names a test case', () => {
  const runner = (tests: string[]) => ({ suite: suiteOf({ title: '', tests }), failures: 0 }) as never;
  expect(plannedTestCases(runner(['a @tc:1', 'b @tc:2']))).toEqual({
    tests: [{ testCases: [1] }, { testCases: [2] }],
    complete: true,
  });
  expect(plannedTestCases(runner(['a @tc:1', 'b']))).toEqual({ tests: [{ testCases: [1] }], complete: false });
});
