import type { LinkRecord, LinkType } from '../model.js';

/**
 * What test code may import from `@testpoint/<framework>/api`: the same names, signatures and behaviour in every
 * framework. Nothing here ever fails a test: called outside a test, or with arguments of the wrong kind, each
 * function does nothing except one warning in the summary; where reporting is off, it does nothing at all.
 */
export interface TestApi {
  /** Runs `body` as a step; returns what it returns and throws what it throws. A sync body stays sync. */
  step: StepFunction;
  /** Takes the content, or copies the file, at the call. Belongs to the step in which it is called, or to the test. */
  attach: (name: string, content: AttachmentContent, contentType?: string) => Promise<void>;
  /** Links the result to something; may be called several times. */
  link: LinkFunction;
  /** A parameter of the result; the last value of a name stands. Values that are not strings are sent as JSON. */
  parameter: (name: string, value: unknown) => void;
  /** A property of the result; the last value of a name stands. Values that are not strings are sent as JSON. */
  property: (name: string, value: unknown) => void;
  /** The user's own comment on the result; several calls become several lines. */
  message: (text: string) => void;
  /** The autotest's external id, sent unchanged; the last call stands. */
  externalId: (id: string) => void;
  /** Global ids of the test cases that this test automates; several calls add up. */
  testCase: (...globalIds: number[]) => void;
  /** Why the test fails, should it fail; the last call stands. */
  failureReason: (reason: FailureReason) => void;
}

/** `link(url, { title, … })`, or all in one object: `link({ url, title, … })`. */
export interface LinkFunction {
  (url: string, options?: LinkOptions): void;
  (link: LinkRecord): void;
}

/** `step` of the frameworks that have no steps of their own. Playwright's returns a promise of the same value. */
export interface StepFunction {
  <T>(title: string, body: () => T): T;
  <T>(title: string, options: StepOptions, body: () => T): T;
}

export interface StepOptions {
  /** Shown when the step is unfolded. */
  description?: string;
  /** Values that are not strings are sent as JSON. */
  parameters?: Record<string, unknown>;
}

/** Text (sent as UTF-8), bytes, or the path of a file, relative to the working directory. */
export type AttachmentContent = string | Uint8Array | { path: string };

export interface LinkOptions {
  title?: string;
  description?: string;
  /** Default Related. */
  type?: LinkType;
}

/** The interface's words for why a test failed (section 2, newer body). */
export type FailureReason = 'InfrastructureDefect' | 'ProductDefect' | 'TestDefect' | 'NoDefect';
