/**
 * The parts of Mocha's objects that we read, in versions 10 to 12. In parallel mode they are copies, sent by a worker after its file has
 * ended, and most of the optional members are missing.
 */
export interface MochaSuite {
  __mocha_id__?: string;
  title: string;
  root: boolean;
  file?: string;
  parent?: MochaSuite;
  tests?: MochaTest[];
  suites?: MochaSuite[];
  /** The list that `it.only` fills. */
  _onlyTests?: MochaTest[];
  _bail?: boolean;
  _afterEach?: readonly unknown[];
  _afterAll?: readonly unknown[];
}

interface MochaRunnable {
  title: string;
  file?: string;
  parent?: MochaSuite;
  __mocha_id__?: string;
  state?: string;
  titlePath(): string[];
}

export interface MochaTest extends MochaRunnable {
  type: 'test';
  /** Duration of the body, milliseconds. */
  duration?: number;
  /** Source of the test function; empty for a test without one. */
  body?: string;
  /** Whether its function takes no `done`. */
  sync?: boolean;
  isPending(): boolean;
  currentRetry(): number;
  /** The first attempt of a retried test, or the original of a copy. */
  retriedTest?(): MochaTest | null | undefined;
}

export interface MochaHook extends MochaRunnable {
  type: 'hook';
  /** The title without the test that the hook runs for. */
  originalTitle?: string;
  /** Set by `this.skip()`. */
  pending?: boolean;
  isPending?(): boolean;
  ctx?: { currentTest?: MochaTest };
}

/** Mocha fails one of these, without a type, for an error outside of tests: a file that can't be loaded, or a dead worker. */
export interface MochaFailedFile {
  type?: undefined;
  title: string;
  file?: string;
}

export interface MochaRunner {
  suite: MochaSuite;
  failures: number;
  total?: number;
  grepTotal?(suite: MochaSuite): number;
  _abort?: boolean;
  checkLeaks?: boolean;
  _grep?: RegExp;
  _invert?: boolean;
  /** Handles uncaught errors. After the run it rethrows them, which ends the process with code 7. */
  uncaught?: (error: unknown) => void;
  on<A extends unknown[]>(event: string, listener: (...args: A) => void): unknown;
  isParallelMode?(): boolean;
}

/** Options of the run, from the command line, the configuration file and the defaults, by their long names in camelCase. */
export interface MochaOptions {
  /** Paths of the run's test files. */
  files?: readonly string[];
  reporterOption?: unknown;
  reporterOptions?: unknown;
  dryRun?: boolean;
  watch?: boolean;
  bail?: boolean;
  exit?: boolean;
  allowUncaught?: boolean;
  failHookAffectedTests?: boolean;
  fullTrace?: boolean;
}
