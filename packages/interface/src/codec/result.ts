import {
  FAILURE_REASONS,
  GUID_PATTERN,
  LINK_TYPES,
  LINK_URL_PATTERN,
  MAX_DURATION_SECONDS,
  OUTCOMES,
  TIMESTAMP_PATTERN,
} from '../constants.js';
import type { SearchKind, Table } from './members.js';

const GUID = { is: 'text', pattern: GUID_PATTERN } as const;
/** ISO 8601 UTC. */
const TIME = { is: 'text', pattern: TIMESTAMP_PATTERN } as const;
/** Seconds, unless the setting `durationUnit` says otherwise. */
const DURATION = { is: 'number', minimum: 0, maximum: MAX_DURATION_SECONDS } as const;

/** Link object (section 2). */
export const LINK = {
  title: { is: 'text', users: 'l' },
  url: { is: 'text', pattern: LINK_URL_PATTERN, required: true, users: 'l' },
  description: { is: 'text', users: 'l' },
  type: { is: 'text', oneOf: LINK_TYPES },
} as const satisfies Table;
export type Link = ObjectOf<typeof LINK>;

const REFERENCE = { id: { ...GUID, required: true } } as const satisfies Table;
export type AttachmentReference = ObjectOf<typeof REFERENCE>;

/** Step-result object (section 2). */
export const STEP = {
  title: { is: 'text', users: 's' },
  description: { is: 'text', users: 's' },
  startedOn: TIME,
  completedOn: TIME,
  /** In the same unit as the result's own. */
  duration: DURATION,
  outcome: { is: 'text', oneOf: OUTCOMES },
  stepResults: { is: 'steps' },
  attachments: { is: 'list', of: { is: 'object', of: REFERENCE } },
  parameters: { is: 'texts', users: 'p' },
} as const satisfies Table;
export interface StepResult extends ObjectOf<typeof STEP> {}

/** Autotest result, newer body (section 2, `/api/v2/testRuns/{testRunId}/testResults`). */
export const RESULT = {
  configurationId: { ...GUID, required: true },
  /** Sent unchanged, because it identifies a test. */
  autoTestExternalId: { is: 'text', minLength: 1, required: true },
  outcome: { is: 'text', oneOf: OUTCOMES, required: true },
  links: { is: 'list', of: { is: 'object', of: LINK } },
  failureReasonName: { is: 'text', oneOf: FAILURE_REASONS },
  message: { is: 'text', users: 'm' },
  traces: { is: 'text', users: true },
  startedOn: TIME,
  completedOn: TIME,
  duration: DURATION,
  attachments: { is: 'list', of: { is: 'either', of: [GUID, { is: 'object', of: REFERENCE }] } },
  parameters: { is: 'texts', users: 'p' },
  properties: { is: 'texts', users: 'r' },
  stepResults: { is: 'steps' },
  setupResults: { is: 'steps' },
  teardownResults: { is: 'steps' },
} as const satisfies Table;
export type Result = ObjectOf<typeof RESULT>;

/** The type of an object that a table describes. */
export type ObjectOf<T extends Table> = { -readonly [Name in RequiredOf<T>]: ValueOf<T[Name]> } & {
  -readonly [Name in Exclude<keyof T, RequiredOf<T>>]?: ValueOf<T[Name]>;
};

type RequiredOf<T extends Table> = { [Name in keyof T]: T[Name] extends { required: true } ? Name : never }[keyof T];

/** The type of a member. */
export type ValueOf<K> = K extends { oneOf: readonly (infer Text)[] }
  ? Text
  : K extends { of: infer Of }
    ? InnerOf<K, Of>
    : K extends { is: infer Is extends keyof Simple }
      ? Simple[Is]
      : never;

type InnerOf<K, Of> = K extends { is: 'list' }
  ? ValueOf<Of>[]
  : K extends { is: 'either' }
    ? Of extends readonly (infer One)[]
      ? ValueOf<One>
      : never
    : Of extends Table
      ? ObjectOf<Of>
      : never;

interface Simple {
  text: string;
  number: number;
  count: number;
  id: number;
  true: true;
  boolean: boolean;
  texts: Record<string, string>;
  steps: StepResult[];
}

/** Names of a table's texts that hold users' text. */
export type UsersTexts<T extends Table> = {
  [Name in keyof T]: T[Name] extends { is: 'text'; users: true | SearchKind } ? Name : never;
}[keyof T] &
  string;
