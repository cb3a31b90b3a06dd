import type { Suite, TestCase, TestResult, TestStep } from '@playwright/test/reporter';

/** Playwright's objects in the form that a reporter gets, with only the members that matter to a test. */

export const STARTED = Date.UTC(2026, 0, 1);

/** @param from milliseconds after `STARTED`; @param to -1 for a step that never ended */
export function sampleStep(title: string, from = 0, to = from, rest: Partial<TestStep> = {}): TestStep {
  return {
    title,
    titlePath: () => [title],
    category: 'test.step',
    startTime: new Date(STARTED + from),
    duration: to === -1 ? -1 : to - from,
    steps: [],
    attachments: [],
    annotations: [],
    ...rest,
  } as TestStep;
}

export function sampleHook(title: string, from = 0, to = from, steps: TestStep[] = []): TestStep {
  return sampleStep(title, from, to, { category: 'hook', steps });
}

export function sampleResult(rest: Partial<TestResult> = {}): TestResult {
  return {
    retry: 0,
    workerIndex: 0,
    parallelIndex: 0,
    startTime: new Date(STARTED),
    duration: 0,
    status: 'passed',
    errors: [],
    attachments: [],
    annotations: [],
    stdout: [],
    stderr: [],
    steps: [],
    ...rest,
  } as TestResult;
}

/** A suite with the private fields that the reporter reads. */
export function sampleSuite(
  type: Suite['type'],
  parent?: Suite,
  rest: { title?: string; _parallelMode?: string; _hooks?: object[] } = {},
): Suite {
  const tests: TestCase[] = [];
  const suites: Suite[] = [];
  const suite = {
    type,
    title: rest.title ?? type,
    parent,
    suites,
    tests,
    _parallelMode: 'none',
    _hooks: [],
    allTests: () => [...tests, ...suites.flatMap((inner) => inner.allTests())],
    titlePath: () => [...(parent?.titlePath() ?? []), rest.title ?? ''],
    project: () => parent?.project(),
    ...rest,
  } as unknown as Suite;
  parent?.suites.push(suite);
  return suite;
}

export function sampleTest(title: string, parent: Suite, rest: Partial<TestCase> = {}): TestCase {
  const test = {
    id: title,
    title,
    parent,
    type: 'test',
    expectedStatus: 'passed',
    retries: 0,
    repeatEachIndex: 0,
    timeout: 0,
    annotations: [],
    tags: [],
    results: [],
    location: { file: '/suite/a.spec.ts', line: 1, column: 1 },
    titlePath: () => [...parent.titlePath(), title],
    outcome: () => 'expected',
    ok: () => true,
    ...rest,
  } as TestCase;
  parent.tests.push(test);
  return test;
}

/** A test in a describe of a file, for functions that need no more. */
export function lonelyTest(rest: Partial<TestCase> = {}): TestCase {
  const file = sampleSuite('file', sampleSuite('project', sampleSuite('root')));
  return sampleTest('test', sampleSuite('describe', file), rest);
}
