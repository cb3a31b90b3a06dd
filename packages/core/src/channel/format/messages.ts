import type { AttachmentRecord, LinkRecord, StepRecord } from '../../model.js';

/**
 * The channel: what setup files and the test API tell their reporter, across processes. Test processes write it
 * (`channel/write`), the reporter reads it (`channel/read`); each message is one line of JSON.
 */

/** Names the channel's folder to the test processes, which inherit it. */
export const CHANNEL_VARIABLE = 'TESTPOINT_CHANNEL';

/** Names the framework whose reporter listens to the test processes. */
export const FRAMEWORK_VARIABLE = 'TESTPOINT_FRAMEWORK';

/** Every message by its kind; all data is JSON-safe. */
export interface ChannelData {
  /** For the summary, once per text. */
  warning: {
    text: string;
    /** Said where the setup file is missing, and perhaps only therefore. */
    lacksSetup?: true;
  };
  /** Who a test says it is (external id, test cases), before its attempt ends. */
  identity: { key: string; test: TestData };
  /** An attempt that has ended. */
  attempt: AttemptData;
  /** One run of a hook that the framework reports by itself. */
  hook: HookData;
  /** An afterAll hook, which belongs to the attempt of that key. */
  afterAll: HookData;
  /** What is known of a test file before its tests run; the adapter whose setup file wrote it knows its shape. */
  file: object;
  /** When the attempts of one run of a test file began, epoch milliseconds; sent when it has ended. */
  begins: { run: string; begins: readonly unknown[] };
}

export type ChannelKind = keyof ChannelData;

export type ChannelMessage = { [Kind in ChannelKind]: { kind: Kind; data: ChannelData[Kind] } }[ChannelKind];

export interface HookData {
  key: string;
  hook: StepRecord;
}

/** What was seen of one attempt: a reporter puts it into an `AttemptRecord`. */
export interface AttemptData {
  /** What the setup file knows the attempt by. */
  readonly key: string;
  /** Epoch milliseconds on the real clock of the test's process. */
  readonly startedAt: number;
  endedAt?: number;
  readonly setup: StepRecord[];
  readonly body: StepRecord[];
  readonly teardown: StepRecord[];
  /** Those of no step. In here and in steps, `path` is a file name inside the channel's directory. */
  readonly attachments: AttachmentRecord[];
  readonly test: TestData;
  /** What the framework knows of it besides, for the adapter whose setup file wrote it. */
  readonly framework?: object;
}

/** What test code said about its test. */
export interface TestData {
  externalId?: string;
  testCases?: number[];
  links?: LinkRecord[];
  parameters?: Record<string, unknown>;
  properties?: Record<string, unknown>;
  message?: string;
  failureReason?: string;
}
