import type { StepRecord } from '@testpoint/core';
import { append, apply, defineProperty, each, some } from '@testpoint/core/built-ins';
import {
  beginHook,
  endHook,
  type HookScope,
  relyOnContexts,
  setSerialScope,
  tellReporter,
} from '@testpoint/core/test-api';
import { heedTimeout, isAlone, sendFailedSuite } from './observe-attempts.js';
import { callObserved, whenSettled } from './own-frames.js';
import type { HookFunction, HookKind, Hooks, RunnerContext, RunnerSuite } from './runner-types.js';
import { firstTest, notesOfSuite, notesOfTest } from './task-notes.js';

const { getOwnPropertySymbols } = Object;

type Part = 'setup' | 'teardown';

/** The owner of a hook's records: an attempt, or the first and the last test of a suite. */
interface Owner {
  begin(title: string, part: Part): HookScope;
  end(record: StepRecord, part: Part, hasFailed: boolean): void;
  /** Called when a hook before the test has returned a cleanup function. */
  expectTeardown?(): void;
}

type OwnerOf = (context: unknown) => Owner | undefined;

/** Marks our own hooks. The setup file may be loaded several times, and its first hook is enough. */
export const MARK = Symbol.for('testpoint.vitest.setup');

/** Replaces each hook of a suite with a wrapper that reports times and errors. */
export function observeHooks(suite: RunnerSuite, hooks: Hooks): void {
  const all = suiteOwner(suite);
  const ofAll: OwnerOf = () => all;
  const aroundAll = hasAny(hooks.aroundAll);
  if (aroundAll || hasAny(hooks.afterAll)) all.expectTeardown?.();
  // These hooks wrap other code, so their time is not only their own.
  if (aroundAll || hasAny(hooks.aroundEach)) relyOnContexts();
  replaceEach(hooks.beforeAll, (hook) => plain(hook, 'beforeAll', 'setup', ofAll));
  replaceEach(hooks.afterAll, (hook) => plain(hook, 'afterAll', 'teardown', ofAll));
  replaceEach(hooks.beforeEach, (hook) => plain(hook, 'beforeEach', 'setup', attemptOwner));
  replaceEach(hooks.afterEach, (hook) => plain(hook, 'afterEach', 'teardown', attemptOwner));
  replaceEach(hooks.aroundEach, (hook) => around(hook, 'aroundEach', (_, context) => attemptOwner(context)));
  replaceEach(hooks.aroundAll, (hook) => around(hook, 'aroundAll', ofAll));
}

/** Whether there is a hook that is not ours. */
function hasAny(hooks: HookFunction[] = []): boolean {
  return some(hooks, (hook) => !(MARK in hook));
}

/** Also copies Vitest's own properties of a hook, such as its time limit. */
function replaceEach(hooks: HookFunction[] = [], observe: (hook: HookFunction) => HookFunction): void {
  each(hooks, (hook, index) => {
    if (MARK in hook) return;
    const observed = observe(hook);
    each(getOwnPropertySymbols(hook), (symbol) => {
      defineProperty(observed, symbol, { value: Reflect.get(hook, symbol), enumerable: true });
    });
    hooks[index] = observed;
  });
}

/** Wraps a hook and the cleanup function that it may return. */
function plain(hook: HookFunction, kind: HookKind, part: Part, ownerOf: OwnerOf): HookFunction {
  return (...values) => {
    const owner = ownerOf(values[0]);
    if (owner === undefined) return callObserved(hook, values);
    return observed(hook, values, owner, kind, part, (cleanup) => {
      if (typeof cleanup !== 'function' || part === 'teardown') return cleanup;
      owner.expectTeardown?.();
      return (...given: unknown[]) =>
        observed(cleanup as HookFunction, given, owner, `${kind} cleanup`, 'teardown', (value) => value);
    });
  };
}

/** Not an async function, because it would appear in the stack of every error after an await. */
function observed(
  fn: HookFunction,
  values: readonly unknown[],
  owner: Owner,
  title: string,
  part: Part,
  onValue: (value: unknown) => unknown,
): unknown {
  const hook = owner.begin(title, part);
  if (isAlone()) setSerialScope(hook);
  const end = (failure?: { error: unknown }) => {
    if (failure !== undefined) heedTimeout(hook, failure.error);
    owner.end(endHook(hook, failure), part, failure !== undefined);
    if (isAlone()) setSerialScope(hook.attempt?.open === true ? hook.attempt : undefined);
  };
  return watched(fn, values, hook, onValue, end);
}

/** Calls a function, and reports when it has ended and with which error. */
function watched(
  fn: HookFunction,
  values: readonly unknown[],
  scope: HookScope,
  onValue: (value: unknown) => unknown,
  end: (failure?: { error: unknown }) => void,
): unknown {
  let result: unknown;
  try {
    result = callObserved(fn, values, scope);
  } catch (error) {
    end({ error });
    throw error;
  }
  const onEnd = (value: unknown) => {
    end();
    return onValue(value);
  };
  return whenSettled(result, onEnd, (error) => end({ error }));
}

/** A hook around the test or suite counts as two: the part before and the part after. */
function around(
  hook: HookFunction,
  kind: HookKind,
  ownerOf: (run: unknown, context: unknown) => Owner | undefined,
): HookFunction {
  return (run, context, suite) => {
    const owner = ownerOf(run, context);
    if (owner === undefined) return callObserved(hook, [run, context, suite]);
    let part: Part = 'setup';
    let scope = owner.begin(kind, part);
    const inner = () => {
      owner.end(endHook(scope), 'setup', false);
      return whenSettled(apply(run as HookFunction, undefined, []), (value) => {
        part = 'teardown';
        scope.next = owner.begin(kind, part);
        scope = scope.next;
        return value;
      });
    };
    const end = (failure?: { error: unknown }) => owner.end(endHook(scope, failure), part, failure !== undefined);
    return watched(hook, [inner, context, suite], scope, (value) => value, end);
  };
}

function attemptOwner(context: unknown): Owner | undefined {
  const notes = notesOfTest((context as RunnerContext).task);
  const { scope } = notes;
  if (scope === undefined) return undefined;
  return {
    begin(title, part) {
      if (part === 'teardown') notes.bodySteps ??= scope.data.body.length;
      return beginHook(title, scope, part);
    },
    end() {},
  };
}

function suiteOwner(suite: RunnerSuite): Owner {
  const notes = notesOfSuite(suite);
  return {
    begin: (title) => beginHook(title),
    end(record, part, hasFailed) {
      if (part === 'teardown') {
        if (notes.last !== undefined) tellReporter('afterAll', { key: notes.last, hook: record });
      } else if (!hasFailed) append(notes.before, record);
      else if (!notes.hasFailed) {
        notes.hasFailed = true;
        const test = firstTest(suite);
        if (test !== undefined) sendFailedSuite(suite, test, record);
      }
    },
    expectTeardown() {
      notes.hasTeardown = true;
    },
  };
}
