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
  loc?: { file: string } | undefined;
  entryFile?: string | undefined;
  testId?: number;
  /** Only of hooks. */
  hookType?: 'before' | 'after' | 'beforeEach' | 'afterEach';
  /** Since Node 22, of every test; in Node 20, of suites. */
  reportedType?: string;
  runInAsyncScope: (fn: () => void) => void;
}

/** What the runner passes on to a function and its hooks. */
export interface RunArguments {
  ctx: object;
}

/** A message about a process before its first test. */
export interface DeclaredProcess {
  /** What the keys of its tests begin with. */
  process: string;
}

/** What only the setup file knows of a test, besides what it has observed. */
export interface SeenTest {
  /** Whether it has no function. */
  isEmpty?: true;
  /** Absolute, if a process runs several files. */
  file?: string | undefined;
}
