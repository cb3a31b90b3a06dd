import type { StepRecord } from '@testpoint/core';
import { apply, defineProperty, getMember, isArray, tagOf, uncurry } from '@testpoint/core/built-ins';
import {
  type AttemptData,
  type AttemptScope,
  beginAttempt,
  beginHook,
  endAttempt,
  endHook,
  enterScope,
  type HookScope,
  runInScope,
  saysAnything,
  setSerialScope,
  tellReporter,
} from '@testpoint/core/test-api';
import {
  type CircusBlock,
  type CircusFunction,
  type CircusHook,
  type CircusState,
  type CircusTest,
  eachHook,
  eachTest,
  isInside,
  matches,
  titlesOf,
  willRun,
} from './circus.js';
import type { DeclaredFile } from './declared-file.js';

const newGuid = (): string => process.getBuiltinModule('node:crypto').randomUUID();

/** What we know of a test or hook, kept on circus' own object. */
interface WatchedTest {
  /** Place in the order of declaration, from 0. */
  index: number;
  attempt: AttemptScope | undefined;
  /** Jest tells its reporters of the attempt whatever there is to tell but what the test says. */
  isKnown: boolean;
}

export interface NextAttempt {
  /** 1-based. */
  invocation: number;
  /** Epoch milliseconds, where circus says it, and so Jest to its reporters. */
  startedAt: number | undefined;
}

interface EndedAttempt {
  test: CircusTest;
  data: AttemptData;
  isTold: boolean;
}

interface WatchedHook {
  title: string;
}

const WATCHED = Symbol('testpoint');
const JESTS_OWN = /config\.resetModules[\s\S]*runtime\.clearAllMocks/;
const sourceOf: (fn: unknown) => string = uncurry(Function.prototype.toString);

/**
 * Sees one test file run: which hook and which attempt, from when to when, with which errors; and lets the steps that
 * test code makes find their place. An attempt that has anything to tell goes to the reporter as it ends. The verdict is
 * Jest's to give.
 */
export class Observer {
  /** Names this run of the file: the same file may run in two projects at once, or again after a crash. */
  readonly #run = newGuid();
  readonly #nextAttempt: (test: CircusTest) => NextAttempt;
  /** The attempt that runs alone; concurrent ones have no hooks. */
  #current: { test: CircusTest; attempt: AttemptScope } | undefined;
  #hook: { of: CircusHook; scope: HookScope; isEntered: boolean } | undefined;
  /** Leaves the context of what circus calls. */
  #leave: (() => void) | undefined;
  /** beforeAll hooks that have not served a test yet. */
  #waiting: { block: CircusBlock; record: StepRecord }[] = [];
  #last: EndedAttempt | undefined;
  /** Of all attempts, epoch milliseconds. */
  readonly #begins: number[] = [];

  /** @param nextAttempt what circus says of the attempt of a test that is about to run */
  constructor(nextAttempt: (test: CircusTest) => NextAttempt) {
    this.#nextAttempt = nextAttempt;
  }

  /**
   * Tells the reporter what the file declares.
   * @param hooksTellTheirStart right before they run: then nothing needs to be wrapped around them
   */
  runStarted(state: CircusState, hooksTellTheirStart: boolean): void {
    const tests: string[][] = [];
    const skipped: number[] = [];
    eachTest(state.rootDescribeBlock, (test) => {
      const index = tests.length;
      watch<WatchedTest>(test, { index, attempt: undefined, isKnown: false });
      const titles = titlesOf(test);
      tests[index] = titles;
      if (!willRun(test, titles, state)) skipped[skipped.length] = index;
      // Circus begins a concurrent body without telling anybody.
      if (test.fn !== undefined && test.concurrent === true) test.fn = inPlace(test.fn, () => this.#attemptOf(test));
    });
    eachHook(state.rootDescribeBlock, (hook) => {
      if (hook.asyncError === undefined || isJestsOwn(hook)) return;
      watch<WatchedHook>(hook, { title: hook.fn.name === '' ? hook.type : `${hook.type}: ${hook.fn.name}` });
      if (!hooksTellTheirStart) hook.fn = inPlace(hook.fn, () => this.#hook?.scope);
    });
    const worker = process.env.JEST_WORKER_ID;
    tellReporter('file', { run: this.#run, file: testPath(), tests, skipped, worker } satisfies DeclaredFile);
  }

  /** In two projects the same file has two runs, and only their attempts' begins say which a result belongs to. */
  runEnded(): void {
    tellReporter('begins', { run: this.#run, begins: this.#begins });
  }

  testStarted(test: CircusTest): void {
    this.#endOverdueHook(test);
    const attempt = this.#attemptOf(test);
    if (attempt === undefined) return;
    const { setup } = attempt.data;
    for (let index = 0; index < this.#waiting.length; index += 1) {
      const waiting = this.#waiting[index];
      if (waiting !== undefined) setup[setup.length] = waiting.record;
    }
    this.#waiting = [];
    if (test.concurrent === true) return;
    this.#current = { test, attempt };
    setSerialScope(attempt);
  }

  /**
   * Circus goes on to call the body itself, in the context that is entered here: no frame of ours appears in the stacks of a
   * test.
   */
  bodyStarted(test: CircusTest): void {
    if (this.#current?.test === test) this.#enter(this.#current.attempt);
  }

  /** Of a hook or a body that circus called. */
  #enter(scope: AttemptScope | HookScope): void {
    this.#leave?.();
    this.#leave = enterScope(scope);
  }

  bodyEnded(): void {
    this.#leave?.();
    this.#leave = undefined;
  }

  testEnded(test: CircusTest): void {
    this.bodyEnded();
    this.#endOverdueHook(test);
    const watched = watchedOf<WatchedTest>(test);
    const attempt = watched?.attempt;
    if (watched === undefined || attempt === undefined) return;
    watched.attempt = undefined;
    if (this.#current?.attempt === attempt) {
      this.#current = undefined;
      setSerialScope(undefined);
    }
    const data = endAttempt(attempt, test.errors.length > 0);
    this.#begins[this.#begins.length] = data.startedAt;
    this.#last = { test, data, isTold: false };
    if (!watched.isKnown || saysAnything(data)) tell(this.#last);
  }

  /** @param isCalledNext by circus itself, and not by a function of ours */
  hookStarted(hook: CircusHook, isCalledNext: boolean): void {
    const watched = watchedOf<WatchedHook>(hook);
    if (watched === undefined) return;
    this.#endOverdueHook(this.#current?.test);
    const part = hook.type === 'afterEach' ? 'teardown' : 'setup';
    const attempt = isOfEach(hook) ? this.#current?.attempt : undefined;
    this.#hook = { of: hook, scope: beginHook(watched.title, attempt, part), isEntered: isCalledNext };
    setSerialScope(this.#hook.scope);
    if (isCalledNext) this.#enter(this.#hook.scope);
  }

  hookEnded(hook: CircusHook, failure?: { error: unknown }): void {
    if (this.#hook?.of !== hook) return;
    if (this.#hook.isEntered) this.bodyEnded();
    const record = endHook(this.#hook.scope, failure);
    this.#hook = undefined;
    setSerialScope(this.#current?.attempt);
    if (hook.type === 'beforeAll') this.#waiting[this.#waiting.length] = { block: hook.parent, record };
    if (hook.type === 'afterAll' && this.#last !== undefined && isInside(this.#last.test, hook.parent)) {
      tell(this.#last);
      tellReporter('afterAll', { key: this.#last.data.key, hook: record });
    }
  }

  /** A beforeAll of a block in which no test ran belongs to no test. */
  blockEnded(block: CircusBlock): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let index = 0; index < waiting.length; index += 1) {
      const item = waiting[index];
      if (item !== undefined && item.block !== block) this.#waiting[this.#waiting.length] = item;
    }
  }

  /** If circus does not announce hooks, a hook that timed out is noticed at the next event. */
  #endOverdueHook(test: CircusTest | undefined): void {
    if (this.#hook !== undefined)
      this.hookEnded(this.#hook.of, { error: lastErrorOf(test) ?? 'It did not end in time.' });
  }

  /** The attempt of a test that is about to run or running; a concurrent body may begin before its test is announced. */
  #attemptOf(test: CircusTest): AttemptScope | undefined {
    const watched = watchedOf<WatchedTest>(test);
    if (watched === undefined) return undefined;
    if (watched.attempt === undefined) {
      const { invocation, startedAt } = this.#nextAttempt(test);
      watched.isKnown = invocation === 1 && startedAt !== undefined;
      watched.attempt = beginAttempt(`${this.#run}:${watched.index}:${invocation}`, startedAt);
    }
    return watched.attempt;
  }
}

/** Once, though an afterAll hook may come to an attempt that was told already. */
function tell(attempt: EndedAttempt): void {
  if (!attempt.isTold) tellReporter('attempt', attempt.data);
  attempt.isTold = true;
}

function watch<T>(object: CircusTest | CircusHook, value: T): void {
  defineProperty(object, WATCHED, { value, enumerable: false, configurable: true });
}

function watchedOf<T>(object: CircusTest | CircusHook): T | undefined {
  return (object as { [WATCHED]?: T })[WATCHED];
}

function isOfEach({ type }: CircusHook): boolean {
  return type === 'beforeEach' || type === 'afterEach';
}

/**
 * Jest's own beforeEach resets mocks and modules. Its source tells, not the stack of where it was declared: to read a
 * stack makes Jest load its source maps, which a test may keep it from doing later, so that its exit code would change.
 */
function isJestsOwn({ parent, type, fn }: CircusHook): boolean {
  if (parent.parent !== undefined || type !== 'beforeEach') return false;
  return matches(JESTS_OWN, sourceOf(fn));
}

/** Circus keeps each error with the place of the test, as a pair. */
function lastErrorOf(test: CircusTest | undefined): unknown {
  const last = test?.errors[test.errors.length - 1];
  return isArray(last) ? last[0] : last;
}

/** Circus looks at the number of parameters (a done callback) and whether it is a generator, which must run elsewhere. */
function inPlace(fn: CircusFunction, scopeOf: () => AttemptScope | HookScope | undefined): CircusFunction {
  if (tagOf(fn) === '[object GeneratorFunction]') return fn;
  const run = (self: unknown, values: unknown[]): unknown => {
    const scope = scopeOf();
    return scope === undefined ? apply(fn, self, values) : runInScope(scope, () => apply(fn, self, values));
  };
  return fn.length > 0
    ? function withDone(this: unknown, done: unknown) {
        return run(this, [done]);
      }
    : function body(this: unknown) {
        return run(this, []);
      };
}

/** Absolute path of the test file, as Jest's reporters get it. */
function testPath(): string | undefined {
  const matchers: unknown = getMember(globalThis, Symbol.for('$$jest-matchers-object'));
  const state = (matchers as { state?: { testPath?: unknown } } | undefined)?.state;
  return typeof state?.testPath === 'string' ? state.testPath : undefined;
}
