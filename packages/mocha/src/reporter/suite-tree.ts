import { testCasesIn } from '@testpoint/core';
import { append, create, matches, weakSet } from '@testpoint/core/built-ins';
import type { MochaRunner, MochaSuite, MochaTest } from '../in-test/mocha-types.js';
import { titlePathOf } from './translate.js';

/** Which tests the run selects: `--grep`, `--fgrep` and `--invert`. */
export type Selection = (test: MochaTest) => boolean;

/** Numbers, from 2, of tests with the same file and titles as earlier ones. The first of each has no entry. */
export type Repetitions = WeakMap<MochaTest, number>;

/** A node of title paths, with how often the path was seen. Nested by title, so that no path has to be joined. */
interface Level {
  count: number;
  below?: Record<string, Level>;
}

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

/** Numbers tests with the same file and titles in declaration order. Keeps only one file's tests in memory. */
export function numberTests(root: MochaSuite, repetitions: Repetitions): void {
  let file: string | undefined;
  let level = emptyLevel();
  const { tests = [], suites = [] } = root;
  for (let index = 0; index < tests.length + suites.length; index++) {
    const test = tests[index];
    const suite = suites[index - tests.length];
    const next = (test ?? suite)?.file;
    if (next !== file) level = emptyLevel();
    file = next;
    if (test !== undefined) numberTest(test, level, repetitions);
    else if (suite !== undefined) numberSuite(suite, level, repetitions);
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

function numberSuite(suite: MochaSuite, above: Level, repetitions: Repetitions): void {
  const level = levelBelow(above, suite.title);
  const { tests = [], suites = [] } = suite;
  for (let index = 0; index < tests.length; index++) {
    const test = tests[index];
    if (test !== undefined) numberTest(test, level, repetitions);
  }
  for (let index = 0; index < suites.length; index++) {
    const inner = suites[index];
    if (inner !== undefined) numberSuite(inner, level, repetitions);
  }
}

function numberTest(test: MochaTest, above: Level, repetitions: Repetitions): void {
  const level = levelBelow(above, test.title);
  level.count++;
  if (level.count > 1) weakSet(repetitions, test, level.count);
}

function levelBelow(above: Level, title: string): Level {
  above.below ??= create(null) as Record<string, Level>;
  const known = above.below[title];
  if (known !== undefined) return known;
  const level = emptyLevel();
  above.below[title] = level;
  return level;
}

function emptyLevel(): Level {
  return { count: 0 };
}

function isToRun(test: MochaTest, selects: Selection): boolean {
  return test.state === undefined && !test.isPending() && selects(test);
}
