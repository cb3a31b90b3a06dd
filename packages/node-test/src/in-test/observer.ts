import { append, apply, each, some, weakGet, weakSet } from '@testpoint/core/built-ins';
import {
  type AttemptScope,
  beginAttempt,
  beginHook,
  channel,
  endAttempt,
  endHook,
  type HookScope,
  jsonSafe,
  relyOnContexts,
  selectionHere,
  setSerialScope,
  tellReporter,
} from '@testpoint/core/test-api';
import { placeResource } from './async-place.js';
import { DeclaredTests } from './declared-tests.js';
import { LeftOut, leaveOut } from './leave-out.js';
import { plainError } from './plain-error.js';
import { ENTRY, isReportersProcess, processKey } from './process.js';
import type { DeclaredProcess, RunArguments, RunnerTest, SeenTest, TestEnd, TestFailure } from './runner-types.js';
import { guarded, type RunnerListener } from './watch-runner.js';

interface WaitingHook {
  suite: RunnerTest;
  scope: HookScope;
}

const { queueMicrotask } = globalThis;

/** Observes every test and hook in the process that runs it. */
export class Observer implements RunnerListener {
  readonly #declared = new DeclaredTests();
  readonly #attempts = new WeakMap<RunnerTest, AttemptScope>();
  /** Those that have not ended. */
  #open: AttemptScope[] = [];
  /** Whose context it is that a test or a hook gets. */
  readonly #owners = new WeakMap<object, RunnerTest>();
  /** Runs of hooks that have not ended. A hook of concurrent tests has several. */
  readonly #hooks = new WeakMap<RunnerTest, HookScope[]>();
  /** Hooks of suites in which no test has begun. */
  #waiting: WaitingHook[] = [];
  /** The last test that has ended, for the hooks after it. */
  #last: RunnerTest | undefined;
  /** The test that runs if no other one does. */
  #serial: RunnerTest | undefined;
  #isReporting = false;
  /** The tests to run; undefined for all of them. */
  #leftOut: LeftOut | undefined;

  begin(test: RunnerTest, { ctx }: RunArguments): void {
    if (test.parent === null || test.hookType !== undefined || !this.#reports()) return;
    weakSet(this.#owners, ctx, test);
    if (this.#leftOut?.includes(test) === true) leaveOut(test);
    else this.#beginTest(test);
  }

  #beginTest(test: RunnerTest): void {
    if (weakGet(this.#attempts, test) !== undefined || test.reportedType === 'suite') return;
    this.#declare(test);
    const attempt = beginAttempt(this.#declared.keyOf(test));
    const isAlone = this.#open.length === 0 || this.#serial === test.parent;
    weakSet(this.#attempts, test, attempt);
    append(this.#open, attempt);
    this.#setSerial(isAlone ? test : undefined);
    this.#claimHooks(test, attempt);
  }

  /** The first test of a file begins before the others are declared. */
  #declare(test: RunnerTest): void {
    const { parent } = test;
    this.#declared.tell(test);
    if (parent !== null && parent.parent === null && parent.subtests[parent.subtests.length - 1] === test)
      queueMicrotask(() => guarded(() => this.#declared.tell(test)));
  }

  call(test: RunnerTest): void {
    if (!this.#observes(test)) return;
    const scope = test.hookType === undefined ? this.#hooked(test) : this.#beginHook(test);
    if (scope !== undefined) placeResource(test, scope);
  }

  #hooked(test: RunnerTest): AttemptScope | undefined {
    const attempt = weakGet(this.#attempts, test);
    if (attempt !== undefined) this.#claimHooks(test, attempt);
    return attempt;
  }

  #beginHook(hook: RunnerTest): HookScope {
    const { fn, hookType = 'before' } = hook;
    const { ctx } = apply((hook as unknown as { getRunArgs: () => RunArguments }).getRunArgs, hook, []);
    const test = weakGet(this.#owners, ctx) ?? (hookType === 'afterEach' ? this.#serial : undefined);
    const attempt = test && this.#hooked(test);
    const title = fn.name === '' ? hookType : `${hookType}: ${fn.name}`;
    const part = hookType === 'before' || hookType === 'beforeEach' ? 'setup' : 'teardown';
    const scope = attempt === undefined ? beginHook(title) : beginHook(title, attempt, part);
    const runs = weakGet(this.#hooks, hook);
    if (runs === undefined) weakSet(this.#hooks, hook, [scope]);
    else append(runs, scope);
    if (this.#serial === test || this.#open.length === 0) setSerialScope(scope);
    return scope;
  }

  end(test: RunnerTest): void {
    if (!this.#observes(test)) return;
    if (test.hookType !== undefined) this.#endHook(test);
    else this.#endTest(test);
  }

  #endHook(hook: RunnerTest): void {
    const runs = weakGet(this.#hooks, hook) ?? [];
    const [scope] = runs;
    if (scope === undefined) return;
    weakSet(this.#hooks, hook, without(runs, scope));
    endHook(scope, hook.error === null ? undefined : { error: causeOf(hook.error) });
    this.#setSerial(this.#serial);
    if (scope.attempt !== undefined) return;
    const suite = (hook as unknown as { parentTest: RunnerTest | null }).parentTest;
    if (suite === null) return;
    if (hook.hookType === 'before' || hook.hookType === 'beforeEach') append(this.#waiting, { suite, scope });
    else if (this.#last !== undefined && isInside(this.#last, suite))
      tellReporter('afterAll', { key: this.#declared.keyOf(this.#last), hook: scope.record });
  }

  #endTest(test: RunnerTest): void {
    const attempt = weakGet(this.#attempts, test);
    if (attempt === undefined) {
      this.#endSuite(test);
      return;
    }
    if (!attempt.open) return;
    this.#open = without(this.#open, attempt);
    if (this.#serial === test) this.#setSerial(test.parent ?? undefined);
    this.#last = test;
    const data = endAttempt(attempt, test.error !== null);
    tellReporter('attempt', { ...data, framework: { ...seenOf(test), end: endOf(test) } satisfies SeenTest });
  }

  /** A hook that has kept the tests of its suite from running is shown in the first one. */
  #endSuite(suite: RunnerTest): void {
    if (!some(this.#waiting, (waiting) => waiting.suite === suite)) return;
    const first = firstOf(suite);
    if (first === undefined) return;
    const attempt = beginAttempt(this.#declared.keyOf(first));
    this.#claimHooks(first, attempt);
    tellReporter('attempt', { ...attempt.data, framework: seenOf(first) });
  }

  /** A hook before a suite is shown in its first test, which may have begun earlier, and waits for the hook. */
  #claimHooks(test: RunnerTest, attempt: AttemptScope): void {
    const left: WaitingHook[] = [];
    each(this.#waiting, (waiting) => {
      if (isInside(test, waiting.suite)) append(attempt.data.setup, waiting.scope.record);
      else append(left, waiting);
    });
    this.#waiting = left;
  }

  #setSerial(test: RunnerTest | undefined): void {
    const attempt = test && weakGet(this.#attempts, test);
    this.#serial = attempt?.open === true ? test : undefined;
    setSerialScope(this.#serial && attempt);
  }

  /** Tests that have begun keep what they have done so far. */
  exit(): void {
    if (!this.#reports()) return;
    each(this.#open, ({ data }) => tellReporter('attempt', data));
  }

  /** A hook may begin before the reporter. */
  #observes({ hookType }: RunnerTest): boolean {
    return this.#reports() || (hookType !== undefined && ENTRY !== undefined);
  }

  /** The reporter may open its channel after this file has loaded, but before the first test. */
  #reports(): boolean {
    if (this.#isReporting || !isReportersProcess() || channel() === undefined) return this.#isReporting;
    this.#isReporting = true;
    relyOnContexts();
    const selection = selectionHere('node-test');
    if (selection !== undefined) this.#leftOut = new LeftOut(selection, processKey());
    tellReporter('file', { process: processKey() } satisfies DeclaredProcess);
    return true;
  }
}

function seenOf({ fn, entryFile }: RunnerTest): SeenTest {
  const seen: SeenTest = processKey() === '' ? { file: entryFile } : {};
  if ((fn as unknown) === Function.prototype) seen.isEmpty = true;
  return seen;
}

function endOf(test: RunnerTest): TestEnd {
  const { details, directive } = test.getReportDetails();
  const { duration_ms, error } = details;
  const end: TestEnd = { details: { duration_ms }, directive };
  if (error !== undefined) {
    const { failureType, message, cause } = error as TestFailure;
    end.details.error = { failureType, message, cause: plainError(cause) };
  }
  if (test.diagnostics.length > 0) end.diagnostics = jsonSafe(test.diagnostics) as string[];
  return end;
}

/** What a hook threw, without the error that the runner wraps around it. */
function causeOf(error: unknown): unknown {
  const { cause } = error as { cause?: unknown };
  return cause ?? error;
}

function without<T>(list: readonly T[], item: T): T[] {
  const left: T[] = [];
  each(list, (one) => one !== item && append(left, one));
  return left;
}

function firstOf({ subtests }: RunnerTest): RunnerTest | undefined {
  for (let index = 0; index < subtests.length; index++) {
    const test = subtests[index] as RunnerTest;
    const first = test.reportedType === 'suite' ? firstOf(test) : test;
    if (first !== undefined && !first.skipped) return first;
  }
  return undefined;
}

function isInside(test: RunnerTest, suite: RunnerTest): boolean {
  for (let parent = test.parent; parent !== null; parent = parent.parent) if (parent === suite) return true;
  return false;
}
