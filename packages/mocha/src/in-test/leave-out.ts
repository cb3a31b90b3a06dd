import { append, apply, each, some } from '@testpoint/core/built-ins';
import type { Selection } from '@testpoint/core/test-api';
import type { MochaRunner, MochaSuite, MochaTest } from './mocha-types.js';
import { numberOf, pathOf, titlePathOf } from './test-tree.js';

/** Removes the tests that are not selected from a runner's tree. Mocha then calls no hooks of a suite without tests. */
export function leaveOut(runner: MochaRunner, selection: Selection): void {
  const { suite: root } = runner;
  prune(root, selection);
  if (runner.grepTotal !== undefined) runner.total = apply(runner.grepTotal, runner, [root]);
}

function prune(suite: MochaSuite, selection: Selection): void {
  suite.tests = thoseOf(suite.tests, (test) => {
    const file = selection.fileOf(pathOf(test) ?? '');
    return !selection.leavesOut({ file, titlePath: titlePathOf(test), occurrence: numberOf(test) });
  });
  // Otherwise, Mocha would put them back.
  suite._onlyTests = thoseOf(suite._onlyTests, (test) => some(suite.tests ?? [], (kept) => kept === test));
  each(suite.suites ?? [], (inner) => prune(inner, selection));
}

function thoseOf(tests: readonly MochaTest[] = [], isWanted: (test: MochaTest) => boolean): MochaTest[] {
  const wanted: MochaTest[] = [];
  each(tests, (test) => {
    if (isWanted(test)) append(wanted, test);
  });
  return wanted;
}
