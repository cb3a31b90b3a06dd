import type { TestData } from '../channel/format/messages.js';
import type { AttachmentContent, StepOptions } from './api-types.js';

/**
 * The API of a framework that has steps and attachments of its own (Playwright). While such a framework runs the tests, the
 * functions of the test API act through it, whichever of our packages they were imported from.
 */
export interface NativeApi {
  /** Whether the calling code is in a test or hook of the framework. */
  isInTest(): boolean;
  /** Sends what a call adds to the test, or the problem with its arguments. Never throws. */
  send(content: TestData & { warning?: string }): void;
  /** The framework's own step. Resolves to what `body` returns. */
  step<T>(call: NativeStep<T>): Promise<T>;
  /** Calls `body` at once, and returns what it returns. */
  stepAtOnce<T>(call: NativeStep<T>): T;
  attach(name: string, content: AttachmentContent, contentType: string): Promise<void>;
}

interface NativeStep<T> {
  title: string;
  options: StepOptions | undefined;
  body: () => T;
  /** The function of the test API that was called; its caller's location is the step's. */
  callee: (...values: never[]) => unknown;
}
