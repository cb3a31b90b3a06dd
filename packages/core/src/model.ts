import type { RESULT, UsersTexts } from '@testpoint/interface/codec';

/**
 * A framework package's data about a test, in our terms. All times are epoch milliseconds, on the clock of the process that
 * ran the test. Unknown times are omitted, never invented.
 */

/** The framework's own final verdict. `not-run`: the test was meant to run and did not (a failed hook, bail, a crash). */
export type TestStatus = 'passed' | 'failed' | 'skipped' | 'not-run';

/** Why a test did not run, or did not finish, as its result says: a message, made by `whyNotRun`. */
export type WhyNotRun = string & { readonly why: 'not-run' };

/** The status of a test, and what explains it. */
export type Verdict =
  | { status: 'passed' | 'failed'; reason?: undefined }
  /** The author's reason. */
  | { status: 'skipped'; reason?: string | undefined }
  | { status: 'not-run'; reason?: WhyNotRun | undefined };

/** A type check reads the test and never runs it; a benchmark measures it. */
export type TestOrigin = 'type check' | 'benchmark';

/** Texts that the user gives a result, by the names of the interface. The traces come from errors. */
type Texts = { [Name in Exclude<UsersTexts<typeof RESULT>, 'traces'>]?: string };

/** One test of one configuration, with all its attempts. Becomes exactly one result. */
export type TestRecord = TestFacts & Verdict;

interface TestFacts extends Texts {
  /** Path of the test file relative to the id root, with posix separators. */
  file: string;
  /** Titles from the outermost describe to the test, without file and project. */
  titlePath: string[];
  /** Line of the test in its file, from 1; used in the catalog and in reports. */
  line?: number;
  /** Name of the framework's project, if it has projects and this one has a name. */
  project?: string;
  /**
   * If `project` has a number because several projects with this name run the file: the name, '' for none. It decides the
   * configuration.
   */
  projectName?: string;
  /**
   * Set if the framework does something else with the test than run it. Such tests are separate from those that run.
   * Default: it runs.
   */
  origin?: TestOrigin;
  /** From `TestNumbers`: tells it from the file's other tests whose derived id would be the same. Default 1. */
  occurrence?: number;
  /** External id from test code or an annotation; sent unchanged. */
  externalId?: string;
  /** Global ids of the test cases that the test automates (test points 'from-tests'). */
  testCases?: number[];
  /** Whether the test is expected to fail. Its status is `passed` if it did fail, and `failed` if it did not. */
  expectedToFail?: boolean;
  /** In the order they ran; empty for a test that never began. */
  attempts: AttemptRecord[];
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
  /** Why it did not run, although the framework announced it. With a reason, it counts as an attempt. */
  reason?: WhyNotRun;
  /** Number of its worker within the run, from 0; only for reports. */
  worker?: number;
  /** Start of the first beforeEach (or of the body, if there is none). */
  startedAt?: number;
  /** End of the last afterEach (or of the body). */
  endedAt?: number;
  /** Duration in milliseconds, if start and end are unknown. */
  duration?: number;
  /** In the order they were thrown; those of the body before those of afterEach. */
  errors: ErrorRecord[];
  setup: StepRecord[];
  body: StepRecord[];
  teardown: StepRecord[];
  /** Attachments of the test as a whole, outside of steps. */
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
  /** Where the test called it; only for reports. `file` relative to the id root if it is inside; line from 1. */
  location?: { file: string; line: number };
}

/** An error for people. ANSI colors are allowed: the mapping removes them. */
export interface ErrorRecord {
  /** Name and message, without the stack. */
  message: string;
  /** The whole stack. Its first lines repeat the message, as engines print it. */
  stack?: string;
  /** The compared values as text, if the framework provides both. Only for reports, like the members below. */
  expected?: string;
  actual?: string;
  /** Lines of source around the location. */
  codeFrame?: string;
  /** Where it was thrown. `file` in the framework's form; line and column from 1. */
  location?: { file: string; line: number; column?: number };
}

/** Exactly one of `path`, `body`, `kept` and `missing` defines the content. */
export interface AttachmentRecord {
  name: string;
  /** Media type. Default application/octet-stream. */
  contentType?: string;
  /** Absolute path of a file, which is copied into the outbox when the record is handed over. */
  path?: string;
  /**
   * Whether the path is a file that the framework (or core) owns and that never changes again, so it can be linked instead
   * of copied.
   */
  owned?: boolean;
  /** Whether the path is a file in the channel, which nothing else uses, so it can be moved. */
  isOfChannel?: boolean;
  /** The content itself; a string is sent as UTF-8. */
  body?: Uint8Array | string;
  /** A file that `Session.keep` has already put into the outbox. */
  kept?: KeptFile;
  /** Why the content is missing; shown in the result's message. */
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
  /** Default Related. `Requirement` is sent in the interface's spelling. */
  type?: LinkType;
}

export type LinkType = 'Related' | 'Blocked by' | 'Defect' | 'Issue' | 'Requirement' | 'Repository';
