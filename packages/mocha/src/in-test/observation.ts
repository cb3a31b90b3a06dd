import { defineProperty } from '@testpoint/core/built-ins';
import type { AttemptScope, HookScope } from '@testpoint/core/test-api';

/**
 * The setup file stores its observations on the runnable, where the reporter finds them in serial mode: an attempt on its
 * test, and the latest run of a hook on the hook.
 */
const KEY = Symbol.for('testpoint.mocha.v1');

interface Observed {
  [KEY]?: AttemptScope | HookScope;
}

export function observationOf(runnable: object): AttemptScope | HookScope | undefined {
  return (runnable as Observed)[KEY];
}

/** Not enumerable, because Mocha's own reporters print and compare runnables. */
export function storeObservation(runnable: object, scope: AttemptScope | HookScope): void {
  defineProperty(runnable, KEY, { value: scope, enumerable: false, configurable: true, writable: true });
}

export function isAttempt(scope: AttemptScope | HookScope | undefined): scope is AttemptScope {
  return scope !== undefined && 'data' in scope;
}

export function isHook(scope: AttemptScope | HookScope | undefined): scope is HookScope {
  return scope !== undefined && 'record' in scope;
}
