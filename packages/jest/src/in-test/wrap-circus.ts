import { apply, defineProperty } from '@testpoint/core/built-ins';
import { closeChannel } from '@testpoint/core/test-api';
import {
  type CircusFunction,
  type CircusHook,
  type CircusState,
  type CircusTest,
  eachHook,
  titlesOf,
  willRun,
} from './circus.js';
import { inFormOf } from './in-place.js';
import { leaveOut } from './leave-out.js';
import { Observer } from './observer.js';

/**
 * For Jest 29, in which circus does not announce hooks. Our own beforeAll wraps all hooks before the first test, and a setter
 * for circus' running test shows when tests begin and end.
 */
export function wrapCircus(state: CircusState): void {
  // Circus counts and times an attempt only after it has set the running test.
  const observer = new Observer(({ invocations }) => ({ invocation: invocations + 1, startedAt: undefined }));
  const root = state.rootDescribeBlock;
  const install = guarded(() => {
    observer.runStarted(state, false);
    eachHook(root, (hook) => {
      if (hook.asyncError !== undefined) hook.fn = timed(hook, observer);
    });
    announceTests(state, observer);
  });
  announceStart(state, () => leaveOut(state));
  root.hooks.unshift({ type: 'beforeAll', parent: root, fn: install });
  const end = guarded(() => {
    observer.runEnded(state);
    closeChannel();
  });
  root.hooks.push({ type: 'afterAll', parent: root, fn: end });
}

/** Before the first beforeAll, because circus starts all concurrent tests and chooses hooks before that. */
function announceStart(state: CircusState, act: () => void): void {
  let { hasStarted } = state;
  defineProperty(state, 'hasStarted', {
    configurable: true,
    enumerable: true,
    get: () => hasStarted,
    set: (value: boolean) => {
      hasStarted = value;
      if (value) announce(act);
    },
  });
}

/** Circus sets the running test when it starts, even if it will be skipped, and resets it when it ends. */
function announceTests(state: CircusState, observer: Observer): void {
  const begin = (test: CircusTest) => {
    observer.testStarted(test);
    // Everything that circus does until the test's end comes after this, in the same context.
    observer.bodyStarted(test);
  };
  let running: CircusTest | null | undefined = state.currentlyRunningTest;
  defineProperty(state, 'currentlyRunningTest', {
    configurable: true,
    enumerable: true,
    get: () => running,
    set: (test: CircusTest | null) => {
      const before = running;
      running = test;
      if (test !== null) announce(() => willRun(test, titlesOf(test), state) && begin(test));
      else if (before) announce(() => observer.testEnded(before));
    },
  });
}

/** A hook that times out never ends here. The observer ends it when the next event comes. */
function timed(hook: CircusHook, observer: Observer): CircusFunction {
  const { fn } = hook;
  const isLast = hook.type === 'afterAll' && hook.parent.parent === undefined;
  const end = (failure?: { error: unknown }) =>
    announce(() => {
      observer.hookEnded(hook, failure);
      if (isLast) closeChannel();
    });
  return inFormOf(fn, (self, [done]) => {
    const ended = (reason?: unknown) => {
      end(reason ? { error: reason } : undefined);
      return apply(done as CircusFunction, undefined, [reason]);
    };
    announce(() => observer.hookStarted(hook, false));
    try {
      return done === undefined ? settled(apply(fn, self, []), end) : apply(fn, self, [ended]);
    } catch (error) {
      end({ error });
      throw error;
    }
  });
}

/** Only circus awaits a hook's promise, so it may also await one that is chained to it. */
function settled(result: unknown, end: (failure?: { error: unknown }) => void): unknown {
  const then: unknown = (result as { then?: unknown } | null | undefined)?.then;
  if (typeof then !== 'function') {
    end();
    return result;
  }
  const onRejected = (error: unknown) => {
    end({ error });
    throw error;
  };
  return apply(then as CircusFunction, result, [() => end(), onRejected]);
}

function guarded(act: () => void): CircusFunction {
  return () => announce(act);
}

function announce(act: () => unknown): void {
  try {
    act();
  } catch {
    // Then the tree is missing; the test continues as usual.
  }
}
