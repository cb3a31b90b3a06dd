/** The parts of Vitest's runner that the setup file uses, in versions 3.2 to 5. */
export interface RunnerTest {
  type: 'test';
  id: string;
  name: string;
  meta?: Record<string, unknown>;
  mode: string;
  concurrent?: boolean;
  suite?: RunnerSuite;
  file: RunnerSuite;
  retry?: unknown;
  repeats?: number;
  fails?: boolean;
  result?: { state: string; errors?: RunnerError[] };
  /** Callbacks after an attempt; the first one runs last. */
  onFinished?: unknown[];
}

export interface RunnerSuite {
  type: 'suite';
  id: string;
  name: string;
  mode: string;
  concurrent?: boolean;
  suite?: RunnerSuite;
  file?: RunnerSuite;
  tasks: (RunnerTest | RunnerSuite)[];
}

/** The suite of a module. */
export interface RunnerFile extends RunnerSuite {
  filepath: string;
  projectName?: string | undefined;
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

/** Access to the runner's internals, which differ in each version. */
export interface RunnerAccess {
  hooksOf(suite: RunnerSuite): Hooks | undefined;
  /** Without aroundEach: gets the function of a test, and replaces it. */
  bodies?: {
    get(test: RunnerTest): HookFunction | undefined;
    set(test: RunnerTest, body: HookFunction): void;
  };
}

/** The context of a test, which hooks get as their first argument. */
export interface RunnerContext {
  task: RunnerTest;
}
