import { apply, tagOf } from '@testpoint/core/built-ins';
import { type AttemptScope, enterScope, type HookScope } from '@testpoint/core/test-api';
import type { CircusFunction } from './circus.js';

/** A function of a test or hook that runs in a scope. */
export function inPlace(fn: CircusFunction, scopeOf: () => AttemptScope | HookScope | undefined): CircusFunction {
  const run = (self: unknown, values: unknown[]): unknown => {
    const scope = scopeOf();
    const leave = scope === undefined ? undefined : enterScope(scope);
    try {
      return apply(fn, self, values);
    } finally {
      leave?.();
    }
  };
  return inFormOf(fn, run);
}

/**
 * A function that circus calls like another one: with as many parameters, because circus checks for a done callback. A
 * generator stays as it is: circus runs its body later.
 */
export function inFormOf(fn: CircusFunction, run: (self: unknown, values: unknown[]) => unknown): CircusFunction {
  if (tagOf(fn) === '[object GeneratorFunction]') return fn;
  return fn.length > 0
    ? function withDone(this: unknown, done: unknown) {
        return run(this, [done]);
      }
    : function body(this: unknown) {
        return run(this, []);
      };
}
