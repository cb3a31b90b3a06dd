import type { AttachmentRecord, LinkRecord, StepRecord } from '../../model.js';

/**
 * The channel: messages from setup files and the test API to their reporter, across processes. Test processes write them
 * (`channel/write`), the reporter reads them (`channel/read`). Each message is one line of JSON.
 */

/** The environment variable with the channel's folder, inherited by test processes. */
export const CHANNEL_VARIABLE = 'TESTPOINT_CHANNEL';

/** The symbol of `globalThis` at which setup files and the test API share their state, with the channel once it is open. */
export const STATE_SYMBOL = 'testpoint.v1';

/** The environment variable with a file (path or URL) of the framework's package. `native.cjs` beside it registers the native API. */
export const NATIVE_API_VARIABLE = 'TESTPOINT_NATIVE_API';

/** Every message by its kind; all data is JSON-safe. */
export interface ChannelData {
  /** A warning for the summary, shown once per text. */
  warning: {
    text: string;
    /** Whether a missing setup file may be the cause. */
    lacksSetup?: true;
  };
  /** The identity that a test has set (external id, test cases), before its attempt ends. */
  identity: { key: string; test: TestData };
  /** An attempt that has ended. */
  attempt: AttemptData;
  /** One run of a hook that the framework reports itself. */
  hook: HookData;
  /** An afterAll hook, which belongs to the attempt with that key. */
  afterAll: HookData;
  /** Data about a test file before its tests run. Only the adapter whose setup file wrote it knows its type. */
  file: object;
  /**
   * Start times of the attempts in one run of a test file, epoch milliseconds; sent when the run has ended. With the indexes
   * of its tests in the order in which they ran, if that is not the order of their declaration.
   */
  begins: { run: string; begins: readonly unknown[]; order?: readonly unknown[] | undefined };
}

export type ChannelMessage = {
  [Kind in keyof ChannelData]: { kind: Kind; data: ChannelData[Kind] };
}[keyof ChannelData];

export interface HookData {
  key: string;
  hook: StepRecord;
}

/** Observations of one attempt. A reporter puts them into an `AttemptRecord`. */
export interface AttemptData {
  /** The setup file's key of the attempt. */
  readonly key: string;
  /** Epoch milliseconds on the real clock of the test's process. */
  readonly startedAt: number;
  endedAt?: number;
  readonly setup: StepRecord[];
  readonly body: StepRecord[];
  readonly teardown: StepRecord[];
  /** Attachments outside of steps. Here and in steps, `path` is a file name in the channel's directory. */
  readonly attachments: AttachmentRecord[];
  readonly test: TestData;
  /** Further data from the framework, for the adapter whose setup file wrote it. */
  readonly framework?: object;
}

/** Metadata that test code has set. */
export interface TestData {
  externalId?: string;
  testCases?: number[];
  links?: LinkRecord[];
  parameters?: Record<string, unknown>;
  properties?: Record<string, unknown>;
  message?: string;
  failureReason?: string;
}
