import type { Suite, TestCase } from '@playwright/test/reporter';
import type { Session } from '@testpoint/core/adapter';
import { relativeTo } from '@testpoint/core/test-api';
import type { ResultGroup, ResultGroups } from './result-groups.js';
import { specFileOf, suitesAround } from './suites-around.js';

/** The part of Playwright's `TestRun` that we use; new in Playwright 1.62. */
export interface TestRun {
  exclude(test: TestCase | Suite): void;
  skip(test: TestCase | Suite, reason?: string): void;
  mode(suite: Suite): string;
}

type Selection = NonNullable<Session['selection']>;

/** The oldest version of Playwright in which a reporter can leave out tests. */
export const SELECTS_FROM = '1.62';

/**
 * Excludes the tests that are not selected. Groups of serial tests, and projects that others depend on, stay whole.
 * @param groups of all tests
 */
export function leaveOut(
  root: Suite,
  groups: ResultGroups,
  testRun: TestRun,
  selection: Selection,
  idRoot: string,
): void {
  const tests = root.allTests();
  const selected = new Set(tests.filter((test) => !selection.leavesOut(pathOf(groups.of(test), idRoot))));
  const isSerial = (suite: Suite) => testRun.mode(suite) === 'serial';
  const serial = new Set([...selected].map((test) => suitesAround(test).findLast(isSerial)));
  const others = tests.filter((test) => !selected.has(test) && !suitesAround(test).some((suite) => serial.has(suite)));
  // Playwright fails without any test, so one is skipped instead.
  const skipped = selected.size === 0 ? others.find((test) => succeeds(() => testRun.skip(test))) : undefined;
  // Playwright refuses to exclude the tests of projects that others depend on.
  for (const test of others) if (test !== skipped) succeeds(() => testRun.exclude(test));
  for (const test of root.allTests()) if (test !== skipped) selection.include(pathOf(groups.of(test), idRoot));
}

/** What a selection knows a test by. */
function pathOf({ tests: [test], occurrence }: ResultGroup, idRoot: string): Parameters<Selection['include']>[0] {
  const file = relativeTo(idRoot, specFileOf(test));
  return { project: test.parent.project()?.name, file, titlePath: test.titlePath().slice(3), occurrence };
}

function succeeds(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
