import type { AttemptScope, HookScope } from '../../src/in-test/place-types.js';
import { enterScope } from '../../src/in-test/scope.js';

/** Runs a function as the body of an attempt or as a hook. */
export function inScope<T>(scope: AttemptScope | HookScope, fn: () => T): T {
  const leave = enterScope(scope);
  try {
    return fn();
  } finally {
    leave();
  }
}
