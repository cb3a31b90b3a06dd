/** What we use of Jest's own objects, alike in Jest 29 and 30. What only one of them has is optional. */

export interface GlobalConfig {
  rootDir: string;
  testNamePattern?: string;
  bail?: number | boolean;
  watch?: boolean;
  watchAll?: boolean;
  listTests?: boolean;
  collectTests?: boolean;
  shard?: { shardIndex: number; shardCount: number };
}

interface ProjectConfig {
  displayName?: { name: string };
  setupFiles?: string[];
  setupFilesAfterEnv?: string[];
}

/** A test file that is to run. In events of a test case the context may be that of another project. */
export interface TestFile {
  path: string;
  context: { config: ProjectConfig };
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
  fullName: string;
  status: TestCaseStatus;
  /** From before beforeEach to after afterEach, milliseconds. */
  duration?: number | null;
  failureMessages: string[];
  /** What was thrown for each of the messages; from a worker process, what JSON has kept of it. */
  failureDetails?: unknown[];
  /** 1-based number of the attempt. */
  invocations?: number;
  /** Declared by test.failing. */
  failing?: boolean;
  /** In the result of a test case, from Jest 30. */
  startedAt?: number | null;
  /** In the result of a file, from Jest 30. */
  startAt?: number | null;
  location?: { line: number } | null;
}

export interface TestFileResult {
  testFilePath: string;
  testResults: TestCase[];
  /** Why the file, or a hook that belongs to no one test, failed. */
  testExecError?: { message?: string; stack?: string } | null;
  failureMessage?: string | null;
  skipped?: boolean;
  /** What the file printed, unless Jest prints it at once (verbose). */
  console?: readonly { message: string }[] | null;
}

export interface RunResult {
  numTotalTestSuites: number;
  runExecError?: { message?: string; stack?: string } | null;
  snapshot?: { failure?: boolean; unchecked?: number; filesRemoved?: number };
}
