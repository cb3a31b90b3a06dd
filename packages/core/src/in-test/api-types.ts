import type { LinkRecord, LinkType } from '../model.js';

/**
 * The test API, imported from `@testpoint/<framework>/api`: the same names, signatures and behavior in every framework. No
 * function ever fails a test. Called outside of a test or with arguments of the wrong type, it does nothing except add one
 * warning to the summary. If reporting is off, it does nothing at all.
 */
export interface TestApi {
  /**
   * Runs `body` as a step. Returns what it returns and throws what it throws. A synchronous body stays synchronous.
   * Playwright's `step` returns a promise of the same value.
   */
  step: {
    <T>(title: string, body: () => T): T;
    <T>(title: string, options: StepOptions, body: () => T): T;
  };
  /**
   * Attaches content, or a copy of a file, taken at the time of the call. It belongs to the step in which you call it, or to
   * the test.
   */
  attach: (name: string, content: AttachmentContent, contentType?: string) => Promise<void>;
  /** Adds a link to the result: `link(url, { title, … })`, or `link({ url, title, … })`. You can call it several times. */
  link: {
    (url: string, options?: LinkOptions): void;
    (link: LinkRecord): void;
  };
  /** Sets a parameter of the result. The last value of a name counts. Values that are not strings are sent as JSON. */
  parameter: (name: string, value: unknown) => void;
  /** Sets a property of the result. The last value of a name counts. Values that are not strings are sent as JSON. */
  property: (name: string, value: unknown) => void;
  /** Adds a comment to the result. Each call adds a line. */
  message: (text: string) => void;
  /** Sets the autotest's external id, which is sent unchanged. The last call counts. */
  externalId: (id: string) => void;
  /** Adds global ids of the test cases that this test automates. You can call it several times. */
  testCase: (...globalIds: number[]) => void;
  /** Sets the failure reason, used only if the test fails. The last call counts. */
  failureReason: (reason: FailureReason) => void;
}

export interface StepOptions {
  /** Shown when the step is expanded. */
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

/** The interface's failure reasons (section 2, newer body). */
export type FailureReason = 'InfrastructureDefect' | 'ProductDefect' | 'TestDefect' | 'NoDefect';
