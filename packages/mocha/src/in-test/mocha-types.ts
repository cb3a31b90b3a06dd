/**
 * What Mocha 10 to 12 hands to a reporter, as far as we read it. In parallel mode these are copies that came over from
 * a worker when its file had ended, and most of what is optional here is missing.
 */
export interface MochaSuite {
  id?: string;
  __mocha_id__?: string;
  title: string;
  root: boolean;
  file?: string;
  parent?: MochaSuite;
  tests?: MochaTest[];
  suites?: MochaSuite[];
  _bail?: boolean;
  fullTitle(): string;
}

interface MochaRunnable {
  title: string;
  file?: string;
  parent?: MochaSuite;
  /** Names the runnable in its own process; a worker's id arrives as `__mocha_id__`. */
  id?: string;
  __mocha_id__?: string;
  titlePath(): string[];
}

export interface MochaTest extends MochaRunnable {
  type: 'test';
  state?: string;
  /** What the body took, milliseconds. */
  duration?: number;
  /** Source of the test function; empty for a test without one. */
  body?: string;
  isPending(): boolean;
  currentRetry(): number;
  /** The first attempt of a test that is tried again. */
  retriedTest?(): MochaTest | null | undefined;
}

export interface MochaHook extends MochaRunnable {
  type: 'hook';
  /** Title without the test that the hook runs for. */
  originalTitle?: string;
  /** Set by `this.skip()`. */
  pending?: boolean;
  isPending?(): boolean;
  ctx?: { currentTest?: { title: string } };
}

/** Mocha fails one of these, without a type, for an error that belongs to no test: a file that can't be loaded, a dead worker. */
export interface MochaStranger {
  type?: undefined;
  title: string;
  file?: string;
}

export interface MochaRunner {
  suite: MochaSuite;
  failures: number;
  stats?: { tests: number };
  _abort?: boolean;
  _grep?: RegExp;
  _invert?: boolean;
  /** Listens for uncaught errors. After the run it throws them, which ends the process with code 7. */
  uncaught?: (error: unknown) => void;
  on<A extends unknown[]>(event: string, listener: (...args: A) => void): unknown;
  isParallelMode?(): boolean;
}

/** Options of the run: those of the command line, the configuration file and defaults, by their long names in camelCase. */
export interface MochaOptions {
  reporterOption?: unknown;
  reporterOptions?: unknown;
  dryRun?: boolean;
  watch?: boolean;
  bail?: boolean;
  exit?: boolean;
  failHookAffectedTests?: boolean;
  fullTrace?: boolean;
}
