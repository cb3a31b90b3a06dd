import { apply, defineProperty } from '@testpoint/core/built-ins';
import { channel } from '@testpoint/core/test-api';
import { type CircusFunction, type CircusHook, type CircusState, eachHook, titlesOf, willRun } from './circus.js';
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
  const install = () =>
    announce(() => {
      observer.runStarted(state, false);
      eachHook(root, (hook) => {
        if (hook.asyncError !== undefined) hook.fn = timed(hook, observer);
      });
      announceTests(state, observer);
    });
  // Before the first beforeAll, because circus starts all concurrent tests and chooses hooks before that.
  announceSetting(state, 'hasStarted', (hasStarted) => {
    if (hasStarted) leaveOut(state);
  });
  root.hooks.unshift({ type: 'beforeAll', parent: root, fn: install });
  const end = () =>
    announce(() => {
      observer.runEnded(state);
      channel()?.close();
    });
  root.hooks.push({ type: 'afterAll', parent: root, fn: end });
}

/** Circus sets the running test when it starts, even if it will be skipped, and resets it when it ends. */
function announceTests(state: CircusState, observer: Observer): void {
  announceSetting(state, 'currentlyRunningTest', (test, before) => {
    if (test && willRun(test, titlesOf(test), state)) {
      observer.testStarted(test);
      // Everything that circus does until the test's end comes after this, in the same context.
      observer.bodyStarted(test);
    } else if (!test && before) observer.testEnded(before);
  });
}

/** @param onSet is called when circus has set a member of its state. Its errors never reach circus */
function announceSetting<K extends keyof CircusState>(
  state: CircusState,
  member: K,
  onSet: (value: CircusState[K], before: CircusState[K]) => void,
): void {
  let value = state[member];
  defineProperty(state, member, {
    configurable: true,
    enumerable: true,
    get: () => value,
    set: (next: CircusState[K]) => {
      const before = value;
      value = next;
      announce(() => onSet(next, before));
    },
  });
}

/** A hook that times out never ends here. The observer ends it when the next event comes. */
function timed(hook: CircusHook, observer: Observer): CircusFunction {
  const { fn } = hook;
  const isLast = hook.type === 'afterAll' && hook.parent.parent === undefined;
  let runs = 0;
  return inFormOf(fn, (self, [done]) => {
    runs += 1;
    const run = runs;
    const end = (failure?: { error: unknown }) =>
      announce(() => {
        // A run that timed out may end during the next one.
        if (run === runs) observer.hookEnded(hook, failure);
        if (isLast) channel()?.close();
      });
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

function announce(act: () => unknown): void {
  try {
    act();
  } catch {
    // Then the tree is missing; the test continues as usual.
  }
}
