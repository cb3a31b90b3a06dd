import { append, defineProperty, each, env, weakGet, weakSet } from '@testpoint/core/built-ins';
import {
  type AttemptScope,
  beginAttempt,
  beginHook,
  channel,
  endHook,
  enterScope,
  type HookScope,
  now,
  recognizeSkips,
  selectionHere,
  setSerialScope,
  shielded,
  tellReporter,
} from '@testpoint/core/test-api';
import { isSkip } from '../description.js';
import type { DeclaredFile, DeclaredTest } from './declared-file.js';
import { hookKind } from './hook-kind.js';
import { leaveOut } from './leave-out.js';
import type { MochaModule } from './mocha-module.js';
import type { MochaHook, MochaRunner, MochaSuite, MochaTest } from './mocha-types.js';
import { isAttempt, observationOf, storeObservation } from './observation.js';
import { removeOwnFrames } from './own-frames.js';
import { eachTest, idOf, numberOf, numberTests, pathOf, titlePathOf } from './test-tree.js';

const { getOwnPropertyDescriptor } = Object;

/** A test or hook, in the process that runs it. */
export type ObservedRunnable = MochaTest | MochaHook;

/** Emits the ends of tests and hooks. */
interface ObservedRunner extends MochaRunner {
  prependListener(event: string, listener: (runnable: ObservedRunnable, error?: unknown) => void): unknown;
}

/** The events with which Mocha ends a test or a hook. */
const ENDS = ['pass', 'fail', 'retry', 'pending', 'hook end'] as const;

const OBSERVES = Symbol.for('testpoint.mocha.observes');

/**
 * Observes every test and hook in the process that runs it: when it begins and ends and, by the scope it runs in, which
 * steps and attachments belong to it. Mocha looks `run` up before calling it. We observe that lookup and return Mocha's own
 * function, so no frame of ours appears in any stack.
 */
export class RunObserver {
  /** Whether this is a worker in parallel mode: then the reporter is in another process. */
  readonly #isWorker: boolean;
  /** The tests to run; undefined for all of them. */
  readonly #selection = selectionHere('mocha');
  /** Those that we listen to. */
  readonly #runners = new WeakMap<object, true>();
  /** The test or hook that is running. */
  #running: { runnable: ObservedRunnable; scope: AttemptScope | HookScope } | undefined;
  #attempt: AttemptScope | undefined;
  #root: MochaSuite | undefined;

  constructor(isWorker: boolean) {
    this.#isWorker = isWorker;
    recognizeSkips(isSkip);
  }

  /** Watches `run` of every runnable and every runner. Call it once. */
  observe({ Runnable, Runner }: Pick<MochaModule, 'Runnable' | 'Runner'>): void {
    if (OBSERVES in Runnable.prototype) return;
    watchLookUp(Runner.prototype as object, 'run', (runner) => this.#listenTo(runner as ObservedRunner));
    watchLookUp(Runnable.prototype, 'run', (runnable) => this.#begin(runnable as ObservedRunnable));
    defineProperty(Runnable.prototype, OBSERVES, { value: true, enumerable: false });
  }

  /** Listens first, so that our data is complete when the reporter receives the same event. */
  #listenTo(runner: ObservedRunner): void {
    if (typeof runner.prependListener !== 'function' || weakGet(this.#runners, runner)) return;
    weakSet(this.#runners, runner, true);
    if (this.#isWorker) {
      const { suite: root } = runner;
      numberTests(root);
      if (this.#selection !== undefined) leaveOut(runner, this.#selection);
      runner.prependListener('end', () => {
        if (root === this.#root) this.#endAttempt();
      });
    }
    each(ENDS, (event) =>
      runner.prependListener(event, (runnable, error) => {
        removeOwnFrames(error);
        if (runnable === this.#running?.runnable) this.#end(error);
      }),
    );
  }

  /** Does nothing if no reporter listens, or if neither a test nor a hook is running. Our errors never reach the test. */
  #begin(runnable: ObservedRunnable): void {
    try {
      if (channel() === undefined || this.#isOfInnerMocha(runnable)) return;
      if (this.#running !== undefined) this.#end(undefined);
      shielded(() => {
        const scope = this.#enter(runnable);
        if (scope === undefined) return;
        this.#running = { runnable, scope };
        enterScope(scope);
      });
    } catch {
      // The test then runs without observation.
    }
  }

  #enter(runnable: ObservedRunnable): AttemptScope | HookScope | undefined {
    if (this.#isWorker) this.#declare(runnable);
    const scope = runnable.type === 'test' ? this.#attemptOf(runnable) : this.#hookOf(runnable);
    setSerialScope(scope);
    return scope;
  }

  #end(error: unknown): void {
    if (this.#running === undefined) return;
    const { runnable, scope } = this.#running;
    this.#running = undefined;
    try {
      shielded(() => this.#leave(runnable, scope, error));
    } catch {
      // The reporter then has only the data of Mocha's own events.
    }
  }

  #leave(runnable: ObservedRunnable, scope: AttemptScope | HookScope, error: unknown): void {
    setSerialScope(undefined);
    if (isAttempt(scope)) {
      scope.data.endedAt = now();
      return;
    }
    endHook(scope, error === undefined || error === null ? undefined : { error });
    if (runnable.type === 'hook' && runnable.pending === true) scope.record.status = 'skipped';
    if (this.#isWorker) tellReporter('hook', { key: idOf(runnable), hook: scope.record });
  }

  /** A test may run Mocha itself. That inner run is part of the test and has no results. */
  #isOfInnerMocha(runnable: ObservedRunnable): boolean {
    const running = this.#running?.runnable;
    // If a test fails with an uncaught error, there is no end event.
    if (running === undefined || running.state === 'failed') return false;
    return rootOf(running) !== rootOf(runnable);
  }

  /** The current attempt of a test. It begins with its first beforeEach, and ends when another attempt begins. */
  #attemptOf(test: MochaTest): AttemptScope {
    const known = observationOf(test);
    if (isAttempt(known) && known.open) return known;
    this.#endAttempt();
    const attempt = beginAttempt(idOf(test));
    storeObservation(test, attempt);
    this.#attempt = attempt;
    return attempt;
  }

  #hookOf(hook: MochaHook): HookScope | undefined {
    if (hook.type !== 'hook') return undefined;
    const title = hook.originalTitle ?? hook.title;
    const kind = hookKind(hook);
    const test = kind === 'before each' || kind === 'after each' ? hook.ctx?.currentTest : undefined;
    const part = kind === 'before each' ? 'setup' : 'teardown';
    const scope = test === undefined ? beginHook(title) : beginHook(title, this.#attemptOf(test), part);
    storeObservation(hook, scope);
    return scope;
  }

  /** Hooks are sent one by one, as Mocha reports them, so the attempt is sent without them. */
  #endAttempt(): void {
    if (this.#attempt === undefined) return;
    this.#attempt.open = false;
    if (this.#isWorker) tellReporter('attempt', { ...this.#attempt.data, setup: [], teardown: [] });
    this.#attempt = undefined;
  }

  /** Declares the file's tests, before its first hook or test runs. */
  #declare(runnable: ObservedRunnable): void {
    const root = rootOf(runnable);
    if (root === undefined || root === this.#root) return;
    this.#root = root;
    const tests: DeclaredTest[] = [];
    // All of them are in one file.
    let file: string | undefined;
    eachTest(root, (test) => {
      file ??= pathOf(test);
      append(tests, declared(test));
    });
    const message: DeclaredFile = { file: file ?? '', worker: env.MOCHA_WORKER_ID, tests };
    tellReporter('file', message);
  }
}

/** @param onLookUp is called with each object whose member is looked up; it never throws */
function watchLookUp(prototype: object, member: string, onLookUp: (object: object) => void): void {
  const own = getOwnPropertyDescriptor(prototype, member);
  if (own === undefined) return;
  defineProperty(prototype, member, {
    configurable: true,
    enumerable: own.enumerable === true,
    get(this: object) {
      onLookUp(this);
      return own.value;
    },
    set(this: object, value: unknown) {
      defineProperty(this, member, { value, configurable: true, enumerable: true, writable: true });
    },
  });
}

function rootOf({ parent }: ObservedRunnable): MochaSuite | undefined {
  let root = parent;
  while (root?.parent !== undefined) root = root.parent;
  return root;
}

function declared(test: MochaTest): DeclaredTest {
  const known: DeclaredTest = { id: idOf(test), titlePath: titlePathOf(test), suites: idsOf(test.parent) };
  if (test.isPending()) known.skipped = true;
  const occurrence = numberOf(test);
  if (occurrence !== undefined) known.occurrence = occurrence;
  return known;
}

/** Ids of a suite and those around it, from the root on. */
function idsOf(suite: MochaSuite | undefined): string[] {
  if (suite === undefined) return [];
  const ids = idsOf(suite.parent);
  append(ids, idOf(suite));
  return ids;
}
