import type { StepRecord } from '@testpoint/core';
import { append, defineProperty, each, env } from '@testpoint/core/built-ins';
import {
  type AttemptData,
  type AttemptScope,
  beginAttempt,
  beginHook,
  endAttempt,
  endHook,
  enterScope,
  type HookScope,
  saysAnything,
  setSerialScope,
  tellReporter,
} from '@testpoint/core/test-api';
import {
  type CircusBlock,
  type CircusHook,
  type CircusState,
  type CircusTest,
  eachHook,
  eachTest,
  isInside,
  isJestsOwn,
  isOfEach,
  lastErrorOf,
  testPath,
  titlesOf,
  willRun,
} from './circus.js';
import type { DeclaredFile } from './declared-file.js';
import { inPlace } from './in-place.js';
import { hookTimedOut } from './result-messages.js';

const newGuid = (): string => process.getBuiltinModule('node:crypto').randomUUID();

/** Our data about a test, stored on circus' own object. On a hook, it is the title. */
interface WatchedTest {
  /** Index in declaration order, from 0. */
  index: number;
  attempt: AttemptScope | undefined;
  /** Whether Jest sends its reporters everything about the attempt except calls of the test API. */
  isKnown: boolean;
}

export interface NextAttempt {
  /** The attempt's number, from 1. */
  invocation: number;
  /** Epoch milliseconds; undefined if circus does not know it, so that Jest's reporters do not get it either. */
  startedAt: number | undefined;
}

interface EndedAttempt {
  test: CircusTest;
  data: AttemptData;
  isSent: boolean;
}

const WATCHED = Symbol('testpoint');

/**
 * Observes one run of a test file: each hook and attempt, with its times and errors. Also sets the scope that steps in test
 * code belong to. An attempt with data is sent to the reporter when it ends. Jest decides the verdict.
 */
export class Observer {
  /** Identifies this run of the file. The same file may run in two projects at once, or again after a crash. */
  readonly #run = newGuid();
  readonly #nextAttempt: (test: CircusTest) => NextAttempt;
  /** The current attempt, if it runs alone. Concurrent ones have no hooks. */
  #current: { test: CircusTest; attempt: AttemptScope } | undefined;
  #hook: { of: CircusHook; scope: HookScope; isEntered: boolean } | undefined;
  /** Leaves the context of the function that circus has called. */
  #leave: (() => void) | undefined;
  /** beforeAll hooks that have not yet been attached to a test. */
  #waiting: { block: CircusBlock; record: StepRecord }[] = [];
  #last: EndedAttempt | undefined;
  /** Start times of all attempts, epoch milliseconds. */
  readonly #begins: number[] = [];

  /** @param nextAttempt circus' data about the attempt of a test that is about to run */
  constructor(nextAttempt: (test: CircusTest) => NextAttempt) {
    this.#nextAttempt = nextAttempt;
  }

  /**
   * Sends the reporter the tests that the file declares.
   * @param announcesHooks whether circus announces each hook right before it runs, so that hooks need no wrapper
   */
  runStarted(state: CircusState, announcesHooks: boolean): void {
    const tests: string[][] = [];
    const skipped: number[] = [];
    const failing: number[] = [];
    eachTest(state.rootDescribeBlock, (test) => {
      const index = tests.length;
      watch<WatchedTest>(test, { index, attempt: undefined, isKnown: false });
      const titles = titlesOf(test);
      tests[index] = titles;
      if (!willRun(test, titles, state)) skipped[skipped.length] = index;
      if (test.failing === true) failing[failing.length] = index;
      // Circus starts a concurrent body without announcing it.
      if (test.fn !== undefined && test.concurrent === true) test.fn = inPlace(test.fn, () => this.#attemptOf(test));
    });
    eachHook(state.rootDescribeBlock, (hook) => {
      if (hook.asyncError === undefined || isJestsOwn(hook)) return;
      watch<string>(hook, hook.fn.name === '' ? hook.type : `${hook.type}: ${hook.fn.name}`);
      if (!announcesHooks) hook.fn = inPlace(hook.fn, () => this.#hook?.scope);
    });
    const worker = env.JEST_WORKER_ID;
    tellReporter('file', { run: this.#run, file: testPath(), tests, skipped, failing, worker } satisfies DeclaredFile);
  }

  /**
   * If the same file runs in two projects, only the start times of attempts show which run a result belongs to. And if Jest
   * has shuffled the tests (`--randomize`), only their order shows which of those with equal titles it belongs to.
   */
  runEnded({ rootDescribeBlock }: CircusState): void {
    const order: unknown[] = [];
    let isShuffled = false;
    eachTest(rootDescribeBlock, (test) => {
      const index = watchedOf<WatchedTest>(test)?.index;
      if (index !== order.length) isShuffled = true;
      order[order.length] = index;
    });
    tellReporter('begins', { run: this.#run, begins: this.#begins, order: isShuffled ? order : undefined });
  }

  testStarted(test: CircusTest): void {
    this.#endOverdueHook(test);
    const attempt = this.#attemptOf(test);
    if (attempt === undefined) return;
    // The others are of blocks in which no test ran.
    each(this.#waiting, ({ block, record }) => {
      if (isInside(test, block)) append(attempt.data.setup, record);
    });
    this.#waiting = [];
    if (test.concurrent === true) return;
    this.#current = { test, attempt };
    setSerialScope(attempt);
  }

  /** Circus itself then calls the body, in the context entered here, so no frame of ours appears in the stacks of a test. */
  bodyStarted(test: CircusTest): void {
    if (this.#current?.test === test) this.#enter(this.#current.attempt);
  }

  /** Enters the scope of a hook or body that circus calls. */
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
    this.#last = { test, data, isSent: false };
    if (!watched.isKnown || saysAnything(data)) sendOnce(this.#last);
  }

  /** @param isCalledNext whether circus calls it next, and not a function of ours */
  hookStarted(hook: CircusHook, isCalledNext: boolean): void {
    const title = watchedOf<string>(hook);
    if (title === undefined) return;
    this.#endOverdueHook(this.#current?.test);
    const part = hook.type === 'afterEach' ? 'teardown' : 'setup';
    const attempt = isOfEach(hook) ? this.#current?.attempt : undefined;
    this.#hook = { of: hook, scope: beginHook(title, attempt, part), isEntered: isCalledNext };
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
      sendOnce(this.#last);
      tellReporter('afterAll', { key: this.#last.data.key, hook: record });
    }
  }

  /** If circus does not announce hooks, the first event after a timeout shows that the hook has ended. */
  #endOverdueHook(test: CircusTest | undefined): void {
    if (this.#hook !== undefined) this.hookEnded(this.#hook.of, { error: lastErrorOf(test) ?? hookTimedOut });
  }

  /** The attempt of a test that is about to run or is running. A concurrent body may begin before its test is announced. */
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

/** Sends an attempt, unless it was already sent: an afterAll hook may follow it. */
function sendOnce(attempt: EndedAttempt): void {
  if (!attempt.isSent) tellReporter('attempt', attempt.data);
  attempt.isSent = true;
}

function watch<T>(object: CircusTest | CircusHook, value: T): void {
  defineProperty(object, WATCHED, { value, enumerable: false, configurable: true });
}

function watchedOf<T>(object: CircusTest | CircusHook): T | undefined {
  return (object as { [WATCHED]?: T })[WATCHED];
}
