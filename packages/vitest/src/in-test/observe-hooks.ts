import type { StepRecord } from '@testpoint/core';
import {
  appendRecord,
  beginHook,
  endHook,
  type HookScope,
  relyOnContexts,
  runInScope,
  setSerialScope,
} from '@testpoint/core/test-api';
import { apply, defineProperty, getOwnPropertySymbols } from './built-ins.js';
import { firstTest, memoryOfSuite, memoryOfTest } from './memory.js';
import { heedTimeout, isAlone, tellFailedSuite } from './observe-attempts.js';
import { AFTER_ALL } from './observed.js';
import type { HookFunction, HookKind, Hooks, RunnerContext, RunnerSuite } from './runner-types.js';

type Part = 'setup' | 'teardown';

/** Whose the records of a hook are: an attempt's, or the first and the last test's of a suite. */
interface Owner {
  begin(title: string, part: Part): HookScope;
  end(record: StepRecord, part: Part, hasFailed: boolean): void;
  /** A hook before has left something to be done after. */
  expectTeardown(): void;
}

type OwnerOf = (context: unknown) => Owner | undefined;

/** Puts a wrapper that tells times and errors around each hook of a suite, in its place. */
export function observeHooks(suite: RunnerSuite, hooks: Hooks, except: HookFunction): void {
  const all = suiteOwner(suite);
  const ofAll: OwnerOf = () => all;
  if ((hooks.afterAll?.length ?? 0) + (hooks.aroundAll?.length ?? 0) > 0) all.expectTeardown();
  // What runs inside of one of these is not all that it is.
  if ((hooks.aroundEach?.length ?? 0) + (hooks.aroundAll?.length ?? 0) > 0) relyOnContexts();
  replaceEach(hooks.beforeAll, except, (hook) => plain(hook, 'beforeAll', 'setup', ofAll));
  replaceEach(hooks.afterAll, except, (hook) => plain(hook, 'afterAll', 'teardown', ofAll));
  replaceEach(hooks.beforeEach, except, (hook) => plain(hook, 'beforeEach', 'setup', attemptOwner));
  replaceEach(hooks.afterEach, except, (hook) => plain(hook, 'afterEach', 'teardown', attemptOwner));
  replaceEach(hooks.aroundEach, except, (hook) => around(hook, 'aroundEach', (_, context) => attemptOwner(context)));
  replaceEach(hooks.aroundAll, except, (hook) => around(hook, 'aroundAll', ofAll));
}

/** What Vitest keeps on a hook, its time limits, goes along. */
function replaceEach(
  hooks: HookFunction[] | undefined,
  except: HookFunction,
  observe: (hook: HookFunction) => HookFunction,
): void {
  if (hooks === undefined) return;
  for (let index = 0; index < hooks.length; index += 1) {
    const hook = hooks[index] as HookFunction;
    if (hook === except) continue;
    const observed = observe(hook);
    const symbols = getOwnPropertySymbols(hook);
    for (let at = 0; at < symbols.length; at += 1) {
      const symbol = symbols[at] as symbol;
      defineProperty(observed, symbol, { value: Reflect.get(hook, symbol), enumerable: true });
    }
    hooks[index] = observed;
  }
}

/** A hook, and the function that it may return to be called after. */
function plain(hook: HookFunction, kind: HookKind, part: Part, ownerOf: OwnerOf): HookFunction {
  return async (...values) => {
    const owner = ownerOf(values[0]);
    if (owner === undefined) return apply(hook, undefined, values);
    const cleanup = await observed(owner, kind, part, () => apply(hook, undefined, values));
    if (typeof cleanup !== 'function' || part === 'teardown') return cleanup;
    owner.expectTeardown();
    return (...given: unknown[]) =>
      observed(owner, `${kind} cleanup`, 'teardown', () => apply(cleanup as HookFunction, undefined, given));
  };
}

async function observed(owner: Owner, title: string, part: Part, run: () => unknown): Promise<unknown> {
  const hook = owner.begin(title, part);
  if (isAlone()) setSerialScope(hook);
  try {
    const value = await runInScope(hook, run);
    owner.end(endHook(hook), part, false);
    return value;
  } catch (error) {
    heedTimeout(hook, error);
    owner.end(endHook(hook, { error }), part, true);
    throw error;
  } finally {
    if (isAlone()) setSerialScope(hook.attempt?.open === true ? hook.attempt : undefined);
  }
}

/** A hook around the test or suite is two: what it does before, and what it does after. */
function around(
  hook: HookFunction,
  kind: HookKind,
  ownerOf: (run: unknown, context: unknown) => Owner | undefined,
): HookFunction {
  return async (run, context, suite) => {
    const owner = ownerOf(run, context);
    if (owner === undefined) return apply(hook, undefined, [run, context, suite]);
    let part: Part = 'setup';
    let scope = owner.begin(kind, part);
    const inner = async () => {
      owner.end(endHook(scope), 'setup', false);
      await apply(run as HookFunction, undefined, []);
      part = 'teardown';
      scope = owner.begin(kind, part);
    };
    try {
      await runInScope(scope, () => apply(hook, undefined, [inner, context, suite]));
      owner.end(endHook(scope), part, false);
    } catch (error) {
      owner.end(endHook(scope, { error }), part, true);
      throw error;
    }
  };
}

function attemptOwner(context: unknown): Owner | undefined {
  const memory = memoryOfTest((context as RunnerContext).task);
  const { scope } = memory;
  if (scope === undefined) return undefined;
  return {
    begin(title, part) {
      if (part === 'teardown') memory.bodySteps ??= scope.data.body.length;
      return beginHook(title, scope, part);
    },
    end: nothing,
    expectTeardown: nothing,
  };
}

function suiteOwner(suite: RunnerSuite): Owner {
  const memory = memoryOfSuite(suite);
  return {
    begin: (title) => beginHook(title),
    end(record, part, hasFailed) {
      if (part === 'teardown') tellAfterAll(memory.last, record);
      else if (!hasFailed) memory.before[memory.before.length] = record;
      else if (!memory.hasFailed) {
        memory.hasFailed = true;
        const test = firstTest(suite);
        if (test !== undefined) tellFailedSuite(suite, test, record);
      }
    },
    expectTeardown() {
      memory.hasTeardown = true;
    },
  };
}

function tellAfterAll(key: string | undefined, step: StepRecord): void {
  if (key !== undefined) appendRecord(AFTER_ALL, { key, step });
}

function nothing(): void {}
