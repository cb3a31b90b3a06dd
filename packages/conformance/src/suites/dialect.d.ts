import type { AttachmentContent, FailureReason, LinkFunction, StepOptions } from '@testpoint/core/test-api';

type Body = () => void | Promise<void>;
type Declare = (title: string, body: Body) => void;

/**
 * A framework's own functions, under one name each. In a project `dialect.js` is the file of its framework from
 * `dialects`; what a framework has no equal of is undefined, and suites leave the tests out that would need it.
 */
export interface Dialect {
  describe(title: string, body: () => void): void;
  test: Declare;
  /** Hooks get their title in the way in which the framework takes titles of hooks. */
  beforeAll: Declare;
  beforeEach: Declare;
  afterEach: Declare;
  afterAll: Declare;
  /** A test that its author has switched off. */
  skip: Declare;
  /** A test that is still to be written. */
  todo(title: string): void;
  only: Declare;
  /** A test with a time limit in milliseconds. */
  limited(title: string, milliseconds: number, body: Body): void;
  /** Tests from a table; `%s` stands for the value. */
  each(title: string, values: readonly string[], body: (value: string) => void): void;
  /** What `body` declares is tried again, `times` times at the most. */
  retrying(title: string, times: number, body: () => void): void;
  /** A test that skips itself after `before`; without a reason where the framework takes none. */
  skipsItself: ((title: string, reason: string, before: Body) => void) | undefined;
  expectedToFail: Declare | undefined;
  concurrent: Declare | undefined;
  /** A test with several failed expectations, none of which ends it. */
  soft: ((title: string, pairs: readonly (readonly [string, string])[]) => void) | undefined;
  /** Fails as the framework's own comparison by value does. */
  equal(actual: unknown, expected: unknown): void;
  /** The way in which suites of this framework replace timers and the clock, which then says 1970. */
  fakeClock(): { tick(milliseconds: number): void; restore(): void };
  /**
   * Called in a test; resolves when the framework's main process knows the end of every earlier test. Undefined where it
   * knows at once.
   */
  settle: (() => Promise<unknown>) | undefined;
  /** Whether `step` returns a promise for a body that is none. */
  stepsArePromises: boolean;
  step: StepInAnyFramework;
  attach(name: string, content: AttachmentContent, contentType?: string): Promise<void>;
  link: LinkFunction;
  parameter(name: string, value: unknown): void;
  property(name: string, value: unknown): void;
  message(text: string): void;
  externalId(id: string): void;
  testCase(...globalIds: number[]): void;
  failureReason(reason: FailureReason): void;
}

interface StepInAnyFramework {
  <T>(title: string, body: () => T | Promise<T>): T | Promise<T>;
  <T>(title: string, options: StepOptions, body: () => T | Promise<T>): T | Promise<T>;
}

export declare const dialect: Dialect;
