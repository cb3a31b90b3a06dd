import type { AttachmentContent, FailureReason, StepOptions, TestApi } from '@testpoint/core/api';

type Body = () => void | Promise<void>;
type Declare = (title: string, body: Body) => void;

/**
 * A framework's own functions, under the same names for all frameworks. In a project, `dialect.js` is the file from `dialects`.
 * If a framework lacks a feature, its member is missing, and suites leave out the tests that need it.
 */
export interface Dialect {
  describe(title: string, body: () => void): void;
  test: Declare;
  /** Hooks pass on their title in the framework's own way. */
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
  /** A group whose failed tests are retried up to `times` times. */
  retrying(title: string, times: number, body: () => void): void;
  /** A test that skips itself after `before`; without a reason if the framework takes none. */
  skipsItself?(title: string, reason: string, before: Body): void;
  expectedToFail?: Declare;
  concurrent?: Declare;
  /** A test with several failed expectations, none of which ends it. */
  soft?(title: string, pairs: readonly (readonly [string, string])[]): void;
  /** The framework's own comparison by value, which throws its own error. */
  equal(actual: unknown, expected: unknown): void;
  /** Fakes timers and the clock the way suites of this framework do. The clock then says 1970. */
  fakeClock(): { tick(milliseconds: number): void; restore(): void };
  /**
   * Called in a test; resolves when the framework's main process knows that every earlier test has ended. Missing if it
   * always knows at once.
   */
  settle?(): Promise<unknown>;
  /** Whether `step` returns a promise even if its body is synchronous. */
  stepsArePromises: boolean;
  step: StepInAnyFramework;
  attach(name: string, content: AttachmentContent, contentType?: string): Promise<void>;
  link: TestApi['link'];
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
