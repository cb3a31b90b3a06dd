import { execute } from '@testpoint/core/built-ins';
import type { TestFailure } from '../in-test/runner-types.js';

/** What Node tells reporters about a test, a suite or a file, in Node 20 to 26. */
export interface EventData {
  name: string;
  nesting: number;
  /** Where the call of `test` is: perhaps in a helper. */
  file?: string;
  line?: number;
  column?: number;
  /** The file that the process runs. Like both ids, only late minors of Node 24 and 26 know it. */
  entryFile?: string | undefined;
  /** Unique within a process. */
  testId?: number;
  parentId?: number;
  /** Only when it is announced, since Node 22. */
  type?: string | undefined;
  details?: Details;
  skip?: string | boolean;
  todo?: string | boolean;
  expectFailure?: string | boolean;
  /** A diagnostic, or what a file's process has printed. */
  message?: string;
}

interface Details {
  duration_ms?: number;
  /** Node 20 says it of suites only. */
  type?: string;
  /** Only when it completes. */
  passed?: boolean;
  error?: unknown;
  /** With `--test-rerun-failures`: it passed earlier, and did not run. */
  passed_on_attempt?: number;
}

export interface NodeEvent {
  type: string;
  data: EventData;
}

/** Node's error of a test, suite or file that failed. Never throws. */
export function failureOf({ details }: EventData): TestFailure | undefined {
  const error = details?.error;
  return typeof error === 'object' && error !== null ? error : undefined;
}

/** How Node 20 skips a test that a name pattern or `only` leaves out. */
const LEFT_OUT = /^(?:test name does not match pattern|'only' option not set)$/;

/** Whether the run leaves the test out. Newer versions say nothing of such a test. */
export function isLeftOut({ skip, details }: EventData): boolean {
  return details?.passed_on_attempt !== undefined || (typeof skip === 'string' && execute(LEFT_OUT, skip) !== null);
}
