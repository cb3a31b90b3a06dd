import type { Place } from './test-key.js';

/** The parts of the runner's own objects that we read, in Node 20 to 26. */
export interface RunnerTest {
  name: string;
  nesting: number;
  /** Null for the root, and for hooks. */
  parent: RunnerTest | null;
  subtests: readonly RunnerTest[];
  /** Node's own function without a name of ours, for a test without a function. */
  fn: { name: string };
  error: unknown;
  passed: boolean;
  skipped: boolean;
  isTodo?: boolean | undefined;
  message: string | null;
  loc?: { file: string; line: number; column: number } | undefined;
  entryFile?: string | undefined;
  diagnostics: readonly unknown[];
  only?: boolean;
  hasOnlyTests?: boolean;
  runOnlySubtests: boolean;
  /** All three since Node 22. */
  filtered?: boolean;
  filteredByName?: boolean;
  filteredByTag?: boolean;
  root: { harness?: { isFilteringByOnly?: boolean } | null };
  testId?: number;
  /** Only of hooks. */
  hookType?: 'before' | 'after' | 'beforeEach' | 'afterEach';
  /** Since Node 22, of every test; in Node 20, of suites. */
  reportedType?: string;
  runInAsyncScope: (fn: () => void) => void;
  /** What the runner tells reporters once it has ended. */
  getReportDetails: () => ReportDetails;
}

interface ReportDetails {
  details: { duration_ms: number; error?: unknown };
  /** What `EventData` has of it. */
  directive?: object;
}

/** What the runner passes on to a function and its hooks. */
export interface RunArguments {
  ctx: object;
}

/** A message about a process before its first test, and whenever it has declared others. */
export interface DeclaredProcess {
  /** What the keys of its tests begin with. */
  process: string;
  tests?: readonly DeclaredTest[];
}

/** A test or suite, after that around it, and before any that is declared later. */
export interface DeclaredTest {
  path: readonly Place[];
  type: string | undefined;
  skip?: string | true;
  /** Where it is declared. */
  loc?: RunnerTest['loc'];
  entryFile?: string | undefined;
}

/** What only the setup file knows of a test, besides what it has observed. */
export interface SeenTest {
  /** Whether it has no function. */
  isEmpty?: true;
  /** Absolute, if a process runs several files. */
  file?: string | undefined;
  /** How it has ended, in case its process ends before Node has passed it on. */
  end?: TestEnd;
}

/** The members of Node's event that are only known at the end. */
export interface TestEnd {
  details: { duration_ms: number; error?: TestFailure };
  directive?: object | undefined;
  diagnostics?: readonly string[];
}

/** The error that Node wraps around what a test or hook threw. */
export interface TestFailure {
  failureType?: unknown;
  message?: unknown;
  cause?: unknown;
  /** Of a file's process. */
  exitCode?: unknown;
  signal?: unknown;
}
