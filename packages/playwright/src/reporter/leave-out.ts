import { relative, sep } from 'node:path';
import type { Suite, TestCase } from '@playwright/test/reporter';
import type { Session } from '@testpoint/core/adapter';
import { specFileOf } from './record.js';
import { type ResultGroup, ResultGroups } from './result-groups.js';

/** The part of Playwright's `TestRun` that we use; new in Playwright 1.62. */
export interface TestRun {
  exclude(test: TestCase | Suite): void;
  skip(test: TestCase | Suite, reason?: string): void;
  mode(suite: Suite): string;
}

type Selection = NonNullable<Session['selection']>;

/** The oldest version of Playwright in which a reporter can leave out tests. */
export const SELECTS_FROM = '1.62';

/** Excludes the tests that are not selected. Groups of serial tests, and projects that others depend on, stay whole. */
export function leaveOut(root: Suite, testRun: TestRun, selection: Selection, idRoot: string): void {
  const groups = new ResultGroups(root);
  const tests = root.allTests();
  const selected = new Set(tests.filter((test) => !isLeftOut(groups.of(test), selection, idRoot)));
  const serial = new Set([...selected].map((test) => serialSuite(test, testRun)));
  const others = tests.filter((test) => !selected.has(test) && !isInside(test, serial));
  // Playwright fails without any test, so one is skipped instead.
  const skipped = selected.size === 0 ? others.find((test) => succeeds(() => testRun.skip(test))) : undefined;
  // Playwright refuses to exclude the tests of projects that others depend on.
  for (const test of others) if (test !== skipped) succeeds(() => testRun.exclude(test));
  // The others have changed the numbers of equal tests.
  const left = new ResultGroups(root);
  for (const test of root.allTests()) if (test !== skipped) include(left.of(test), selection, idRoot);
}

function isLeftOut(group: ResultGroup, selection: Selection, idRoot: string): boolean {
  const { project, file, titles } = pathOf(group, idRoot);
  return selection.leavesOut({ project, file, titlePath: titles, occurrence: group.occurrence });
}

function include(group: ResultGroup, selection: Selection, idRoot: string): void {
  const { project, file, titles } = pathOf(group, idRoot);
  selection.include({ project, file, titlePath: titles, occurrence: group.occurrence });
}

function pathOf({ tests: [test] }: ResultGroup, idRoot: string): { project?: string; file: string; titles: string[] } {
  const path = test === undefined ? '' : relative(idRoot, specFileOf(test)).split(sep).join('/');
  const project = test?.parent.project()?.name;
  return { ...(project !== undefined && { project }), file: path, titles: test?.titlePath().slice(3) ?? [] };
}

/** The outermost suite around a test whose tests run one after the other, or not at all. */
function serialSuite(test: TestCase, testRun: TestRun): Suite | undefined {
  let serial: Suite | undefined;
  for (let suite: Suite | undefined = test.parent; suite !== undefined; suite = suite.parent) {
    if (testRun.mode(suite) === 'serial') serial = suite;
  }
  return serial;
}

function isInside(test: TestCase, suites: ReadonlySet<Suite | undefined>): boolean {
  for (let suite: Suite | undefined = test.parent; suite !== undefined; suite = suite.parent) {
    if (suites.has(suite)) return true;
  }
  return false;
}

function succeeds(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
