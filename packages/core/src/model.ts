/**
 * What a framework package tells core about a test, in our words. Times are epoch milliseconds throughout, on the
 * clock of the process that ran the test; a time that is not known is left out, never invented.
 */

/** The framework's own final verdict. `not-run`: the test was meant to run and did not (a failed hook, bail, a crash). */
export type TestStatus = 'passed' | 'failed' | 'skipped' | 'not-run';

/** A type check reads the test and never runs it; a benchmark measures it. */
export type TestOrigin = 'type check' | 'benchmark';

/** One test of one configuration, with all its attempts. Becomes exactly one result. */
export interface TestRecord {
  /** Path of the test file relative to the id root, with posix separators. */
  file: string;
  /** Titles from the outermost describe to the test itself; neither file nor project is in it. */
  titlePath: string[];
  /** Line of the test in its file, 1-based; goes into the catalog and into reports. */
  line?: number;
  /** Name of the framework's project, where it has projects and this one is named. */
  project?: string;
  /** What the framework does with the file besides running its tests: each of these is a test of its own. Default: it runs. */
  origin?: TestOrigin;
  /** 1-based place among the tests of the same file, project and origin with an equal `titlePath`, in declaration order. Default 1. */
  occurrence?: number;
  /** External id given by test code or an annotation; sent unchanged. */
  externalId?: string;
  /** Global ids of the test cases that the test says it automates (test points 'from-tests'). */
  testCases?: number[];
  status: TestStatus;
  /** Why the test was skipped or did not run. */
  reason?: string;
  /** The framework was told that this test fails, and it did (status passed) or did not (status failed). */
  expectedToFail?: boolean;
  /** In the order they ran; empty for a test that never began. */
  attempts: AttemptRecord[];
  /** The user's own comment on the result. */
  message?: string;
  links?: LinkRecord[];
  /** Values that are not strings are sent as JSON. */
  parameters?: Record<string, unknown>;
  properties?: Record<string, unknown>;
  /** One of InfrastructureDefect, ProductDefect, TestDefect, NoDefect. */
  failureReason?: string;
}

/** One run of a test: the first, a retry, or a repeat. */
export interface AttemptRecord {
  status: TestStatus;
  /** Why it did not run, where the framework announced it all the same: then it counts. */
  reason?: string;
  /** Worker that ran it, numbered within the run from 0; goes into reports only. */
  worker?: number;
  /** Begin of the first beforeEach (or of the body, where there is none). */
  startedAt?: number;
  /** End of the last afterEach (or of the body). */
  endedAt?: number;
  /** Milliseconds, where it is known and begin and end are not. */
  duration?: number;
  /** In the order they were raised; the body's before those of afterEach. */
  errors: ErrorRecord[];
  setup: StepRecord[];
  body: StepRecord[];
  teardown: StepRecord[];
  /** Those that belong to the test as a whole and to no step. */
  attachments: AttachmentRecord[];
}

export interface StepRecord {
  title: string;
  description?: string;
  startedAt?: number;
  endedAt?: number;
  status: TestStatus;
  error?: ErrorRecord;
  steps?: StepRecord[];
  attachments?: AttachmentRecord[];
  parameters?: Record<string, unknown>;
}

/** An error as people read it. ANSI colours are allowed: the mapping strips them. */
export interface ErrorRecord {
  /** Name and message, without the stack. */
  message: string;
  /** The whole stack, its first lines repeating the message, as engines print it. */
  stack?: string;
  /** What was compared, as text, where the framework tells both; goes into reports only, as does what follows. */
  expected?: string;
  actual?: string;
  /** Lines of source around the place. */
  codeFrame?: string;
  /** Where it was raised. `file` as the framework gives it; both numbers are 1-based. */
  location?: { file: string; line: number; column?: number };
}

/** Exactly one of `path`, `body`, `kept` and `missing` says where the content is. */
export interface AttachmentRecord {
  name: string;
  /** Media type. Default application/octet-stream. */
  contentType?: string;
  /** A file, absolute; it is taken into the outbox when the record is handed over. */
  path?: string;
  /** The path is a file that the framework (or core) owns and that never changes again: link it instead of copying. */
  owned?: boolean;
  /** The path is a file of the channel, which nothing else uses: move it. */
  isOfChannel?: boolean;
  /** The content itself; a string is sent as UTF-8. */
  body?: Uint8Array | string;
  /** Taken into the outbox before, by `Session.keep`. */
  kept?: KeptFile;
  /** Why the content is not there; named in the result's message. */
  missing?: string;
}

/** A file in the outbox, named by its sequence number. */
export interface KeptFile {
  /** File name inside the session's `attachments` folder. */
  readonly file: string;
}

export interface LinkRecord {
  url: string;
  title?: string;
  description?: string;
  /** Default Related. `Requirement` is written as the interface spells it. */
  type?: LinkType;
}

export type LinkType = 'Related' | 'Blocked by' | 'Defect' | 'Issue' | 'Requirement' | 'Repository';
