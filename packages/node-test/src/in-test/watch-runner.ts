import { apply, defineProperty } from '@testpoint/core/built-ins';
import { shielded } from '@testpoint/core/test-api';
import type { RunArguments, RunnerTest } from './runner-types.js';
import { watchMember } from './watch-member.js';

const { AsyncResource } = process.getBuiltinModule('node:async_hooks');
const { getPrototypeOf } = Object;
const { deleteProperty } = Reflect;
const resources = AsyncResource.prototype;

/** What the runner does with tests and hooks in the process that runs them. */
export interface RunnerListener {
  /** A test is about to run its hooks and its function, or a hook is asked for its arguments. */
  begin(test: RunnerTest, args: RunArguments): void;
  /** The runner calls the function of a test or hook. */
  call(test: RunnerTest): void;
  /** A test has ended, with its hooks, or a hook. */
  end(test: RunnerTest): void;
  /** The process exits. */
  exit(): void;
}

/**
 * Waits for the root of the process' tests. The runner's classes are not exported, and extend `AsyncResource`: the first resource
 * that gets such a member leads to them. Call it once.
 */
export function watchRunner(listener: RunnerListener): void {
  const { runInAsyncScope } = resources;
  defineProperty(resources, 'subtests', {
    configurable: true,
    set(this: RunnerTest, value: unknown) {
      defineProperty(this, 'subtests', { value, configurable: true, enumerable: true, writable: true });
      const Test = classOf(this);
      if (Test === undefined) return;
      deleteProperty(resources, 'subtests');
      watch(Test, runInAsyncScope, listener);
    },
  });
  process.once('exit', () => guarded(() => listener.exit()));
}

function watch(Test: RunnerTest, runInAsyncScope: unknown, listener: RunnerListener): void {
  let Hook: RunnerTest | undefined;
  watchMember(
    Test,
    'runInAsyncScope',
    (test) => {
      if (test.hookType !== undefined && Hook === undefined) {
        Hook = getPrototypeOf(test) as RunnerTest;
        watchMember<RunnerTest>(Hook, 'postRun', (hook) => guarded(() => listener.end(hook)));
      }
      return guarded(() => listener.call(test));
    },
    runInAsyncScope,
  );
  // No code of a test runs in this function, so that its frame is in no stack.
  const { getRunArgs } = Test as unknown as { getRunArgs: () => RunArguments };
  defineProperty(Test, 'getRunArgs', {
    configurable: true,
    writable: true,
    value(this: RunnerTest) {
      const args = apply(getRunArgs, this, []);
      if (!isFile(this, Test)) guarded(() => listener.begin(this, args));
      return args;
    },
  });
  // Once its own tests have ended, too.
  watchMember<RunnerTest>(Test, 'getReportDetails', (test) => guarded(() => listener.end(test)));
}

/** Whether the runner starts a process for it. */
function isFile(test: RunnerTest, Test: RunnerTest): boolean {
  return test.reportedType !== 'suite' && getPrototypeOf(test) !== Test;
}

/** The prototype of the runner's class of tests, if the resource is one. */
function classOf(resource: object): RunnerTest | undefined {
  if (!('nesting' in resource) && !('hookType' in resource)) return undefined;
  if (!('parent' in resource) || !('subtests' in resource)) return undefined;
  let prototype: object | null = getPrototypeOf(resource);
  while (prototype !== null && getPrototypeOf(prototype) !== resources) prototype = getPrototypeOf(prototype);
  return (prototype ?? undefined) as RunnerTest | undefined;
}

/** Our errors never reach the test. */
export function guarded(act: () => void): undefined {
  try {
    shielded(act);
  } catch {
    // The reporter then has only Node's own events.
  }
}
