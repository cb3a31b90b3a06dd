import { append, each, execute, join, uncurry } from '@testpoint/core/built-ins';

/** The parts of jest-circus' objects that we use. */

export type CircusFunction = (this: unknown, ...values: unknown[]) => unknown;

export interface CircusTest {
  type: 'test';
  name: string;
  parent: CircusBlock;
  mode?: string | null;
  concurrent?: boolean;
  /** Whether it was declared with test.failing. */
  failing?: boolean;
  fn?: CircusFunction;
  errors: unknown[];
  startedAt?: number | null;
  /** Number of the current attempt, from 1. */
  invocations: number;
}

export interface CircusHook {
  type: 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll';
  parent: CircusBlock;
  fn: CircusFunction;
  asyncError?: { stack?: string };
}

export interface CircusBlock {
  type: 'describeBlock';
  name: string;
  mode?: string | null;
  parent?: CircusBlock;
  children: (CircusBlock | CircusTest)[];
  hooks: CircusHook[];
}

export interface CircusState {
  rootDescribeBlock: CircusBlock;
  hasFocusedTests: boolean;
  testNamePattern?: RegExp | null;
  /** Set once all tests are declared, right before the first one runs. */
  hasStarted?: boolean;
  currentlyRunningTest?: CircusTest | null;
}

export interface CircusEvent {
  name: string;
  test?: CircusTest;
  hook?: CircusHook;
  error?: unknown;
}

const JESTS_OWN = /config\.resetModules[\s\S]*runtime\.clearAllMocks/;
const { isArray } = Array;
const MATCHERS = Symbol.for('$$jest-matchers-object');
const sourceOf: (fn: unknown) => string = uncurry(Function.prototype.toString);

/** Titles from the outermost describe to the test. */
export function titlesOf(test: CircusTest): string[] {
  const titles: string[] = [];
  addTitles(test.parent, titles);
  append(titles, test.name);
  return titles;
}

function addTitles({ parent, name }: CircusBlock, titles: string[]): void {
  if (parent === undefined) return;
  addTitles(parent, titles);
  append(titles, name);
}

/** Circus' own rule for which tests to run. */
export function willRun(test: CircusTest, titles: readonly string[], state: CircusState): boolean {
  if (test.mode === 'skip' || test.mode === 'todo') return false;
  if (state.testNamePattern && execute(state.testNamePattern, join(titles, ' ')) === null) return false;
  if (state.hasFocusedTests && (test.mode === undefined || test.mode === null)) return false;
  for (let block: CircusBlock | undefined = test.parent; block !== undefined; block = block.parent) {
    if (block.mode === 'skip') return false;
  }
  return true;
}

export function isInside(test: CircusTest, block: CircusBlock): boolean {
  let parent: CircusBlock | undefined = test.parent;
  while (parent !== undefined && parent !== block) parent = parent.parent;
  return parent === block;
}

/** Every test, in declaration order. */
export function eachTest(block: CircusBlock, visit: (test: CircusTest) => void): void {
  each(block.children, (child) => (child.type === 'test' ? visit(child) : eachTest(child, visit)));
}

/** Every hook of every block. */
export function eachHook(block: CircusBlock, visit: (hook: CircusHook) => void): void {
  each(block.hooks, visit);
  each(block.children, (child) => {
    if (child.type === 'describeBlock') eachHook(child, visit);
  });
}

/** The absolute path of the test file, as Jest's reporters get it. */
export function testPath(): string | undefined {
  const { [MATCHERS]: matchers } = globalThis as { [MATCHERS]?: { state?: { testPath?: unknown } } };
  const path = matchers?.state?.testPath;
  return typeof path === 'string' ? path : undefined;
}

export function isOfEach({ type }: CircusHook): boolean {
  return type === 'beforeEach' || type === 'afterEach';
}

/**
 * Whether this is Jest's own beforeEach, which resets mocks and modules. We check its source, not the stack of its
 * declaration: reading a stack makes Jest load its source maps, which a test may prevent later, and that would change the
 * exit code.
 */
export function isJestsOwn({ parent, type, fn }: CircusHook): boolean {
  if (parent.parent !== undefined || type !== 'beforeEach') return false;
  return execute(JESTS_OWN, sourceOf(fn)) !== null;
}

/** Circus stores each error as a pair with the location of the test. */
export function lastErrorOf(test: CircusTest | undefined): unknown {
  const last = test?.errors[test.errors.length - 1];
  return isArray(last) ? last[0] : last;
}
