/** What of Vitest's runner the setup file touches, in the versions from 3.2 to 5. */
export interface RunnerTest {
  type: 'test';
  id: string;
  mode: string;
  concurrent?: boolean;
  suite?: RunnerSuite;
  file: RunnerSuite;
  retry?: unknown;
  repeats?: number;
  fails?: boolean;
  result?: { state: string; errors?: RunnerError[] };
  /** Callbacks after an attempt, the first of them last. */
  onFinished?: unknown[];
}

export interface RunnerSuite {
  type: 'suite';
  id: string;
  mode: string;
  concurrent?: boolean;
  suite?: RunnerSuite;
  file?: RunnerSuite;
  tasks: (RunnerTest | RunnerSuite)[];
}

export interface RunnerError {
  name?: unknown;
  message?: unknown;
  stack?: unknown;
  diff?: unknown;
}

export type HookFunction = (...values: unknown[]) => unknown;
export type HookKind = 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll' | 'aroundEach' | 'aroundAll';
/** The last two are new in Vitest 4.1. */
export type Hooks = { [kind in HookKind]?: HookFunction[] };

/** Ways to a runner's insides, which each version gives elsewhere. */
export interface RunnerAccess {
  hooksOf(suite: RunnerSuite): Hooks | undefined;
  /** Where there is no aroundEach: the function of a test, and how to replace it. */
  bodies?: {
    get(test: RunnerTest): HookFunction | undefined;
    set(test: RunnerTest, body: HookFunction): void;
  };
}

/** The context of a test, which hooks get first. */
export interface RunnerContext {
  task: RunnerTest;
}
