import { append, apply, create, mapped, weakGet, weakSet } from '@testpoint/core/built-ins';
import { type Selection, TestNumbers } from '@testpoint/core/test-api';

/** A suite with the list that `it.only` fills. */
interface Suite {
  title: string;
  root: boolean;
  file?: string | undefined;
  tests?: Test[];
  suites?: Suite[];
  _onlyTests?: Test[];
}

interface Test {
  title: string;
  file?: string | undefined;
}

interface Runner {
  suite: Suite;
  total?: number;
  grepTotal?(suite: Suite): number;
}

interface File {
  path: string;
  numbers: TestNumbers;
}

/** Numbers of the tests of trees that are no longer complete, from `TestNumbers`. */
const numbers = new WeakMap<Test, number>();

/** A test's number among all tests of its file; undefined if no test of its tree was left out. */
export function numberOf(test: object): number | undefined {
  return weakGet(numbers, test as Test);
}

/** Removes the tests that are not selected from a runner's tree. Mocha then calls no hooks of a suite without tests. */
export function leaveOut(runner: Runner, selection: Selection): void {
  const { suite: root } = runner;
  const files = create(null) as Record<string, File>;
  prune(root, [], selection, (path) => {
    files[path] ??= { path: selection.fileOf(path), numbers: new TestNumbers() };
    return files[path];
  });
  if (runner.grepTotal !== undefined) runner.total = apply(runner.grepTotal, runner, [root]);
}

/** @param titles of the enclosing suites */
function prune(suite: Suite, titles: readonly string[], selection: Selection, fileOf: (path: string) => File): void {
  const { tests = [], suites = [], _onlyTests } = suite;
  const kept: Test[] = [];
  for (let index = 0; index < tests.length; index++) {
    const test = tests[index] as Test;
    const file = fileOf(test.file ?? suite.file ?? '');
    const path = extended(titles, test.title);
    const number = numberOf(test) ?? file.numbers.next(path);
    weakSet(numbers, test, number);
    if (!selection.leavesOut(undefined, file.path, path, number)) append(kept, test);
  }
  suite.tests = kept;
  for (let index = 0; index < suites.length; index++) {
    const inner = suites[index] as Suite;
    prune(inner, extended(titles, inner.title), selection, fileOf);
  }
  // Otherwise, Mocha would put them back.
  if (_onlyTests !== undefined) suite._onlyTests = both(_onlyTests, kept);
}

function both<T>(some: readonly T[], kept: readonly T[]): T[] {
  const list: T[] = [];
  for (let index = 0; index < some.length; index++) {
    const item = some[index] as T;
    for (let at = 0; at < kept.length; at++) if (kept[at] === item) append(list, item);
  }
  return list;
}

/** A copy with one more title or id at its end. */
export function extended(list: readonly string[], last: string): string[] {
  const longer = mapped(list, (one) => one);
  append(longer, last);
  return longer;
}
