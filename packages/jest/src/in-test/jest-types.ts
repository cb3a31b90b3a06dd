/** The parts of Jest's objects that we use, in Jest 29 and 30. Members that only one version has are optional. */

export interface GlobalConfig {
  collectCoverage?: boolean;
  coverageThreshold?: object;
  rootDir: string;
  testNamePattern?: string;
  bail?: number | boolean;
  forceExit?: boolean;
  globalTeardown?: string | null;
  watch?: boolean;
  watchAll?: boolean;
  listTests?: boolean;
  collectTests?: boolean;
  onlyFailures?: boolean;
  shard?: { shardIndex: number; shardCount: number };
  /** As in the user's configuration, with absolute paths. */
  projects?: readonly (string | ProjectOptions)[];
}

/** A project as the user writes it. */
export interface ProjectOptions {
  displayName?: string | { name: string };
  id?: string;
  rootDir?: string;
  roots?: string[];
  testMatch?: string | string[];
  testRegex?: string | string[];
  testPathIgnorePatterns?: string[];
}

export interface ProjectConfig {
  /** Unique in the run. */
  id?: string;
  rootDir?: string;
  displayName?: { name: string };
  runner?: string;
  testRunner?: string;
  setupFiles?: string[];
  setupFilesAfterEnv?: string[];
  /** Global variables of every test file. */
  globals?: Record<string, unknown>;
}

interface TestContext {
  config: ProjectConfig;
}

/** A test file to run. In events of a test case, the context may be that of another project. */
export interface TestFile {
  path: string;
  context: TestContext;
}

export interface TestCaseStart {
  ancestorTitles: string[];
  title: string;
  startedAt?: number | null;
}

type TestCaseStatus = 'passed' | 'failed' | 'skipped' | 'pending' | 'todo' | 'disabled' | 'focused';

export interface TestCase {
  ancestorTitles: string[];
  title: string;
  status: TestCaseStatus;
  /** Duration from before beforeEach to after afterEach, milliseconds. */
  duration?: number | null;
  /** Some runners give a test that has passed the message undefined. */
  failureMessages?: (string | undefined)[];
  /** The thrown value for each message. From a worker process, only what survives JSON. */
  failureDetails?: unknown[];
  /** Number of the attempt, from 1. */
  invocations?: number;
  /** Whether it was declared with test.failing. */
  failing?: boolean;
  /** In the result of a test case, from Jest 30. */
  startedAt?: number | null;
  /** In the result of a file, from Jest 30. */
  startAt?: number | null;
  location?: { line: number } | null;
}

export interface TestFileResult {
  testResults: TestCase[];
  numFailingTests: number;
  /** Why the file failed, or a hook in it that belongs to no particular test. */
  testExecError?: { message?: string; stack?: string } | null;
  failureMessage?: string | null;
  skipped?: boolean;
  /** The file's output, unless Jest prints it at once (verbose). */
  console?: readonly { message: string }[] | null;
}

export interface RunResult {
  numTotalTestSuites: number;
  numFailedTests?: number;
  runExecError?: { message?: string; stack?: string } | null;
  snapshot?: { failure?: boolean; unchecked?: number; filesRemoved?: number };
}
