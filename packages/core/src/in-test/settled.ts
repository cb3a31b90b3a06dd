import {
  apply,
  defineProperty,
  deleteProperty,
  getPrototypeOf,
  hasOwn,
  isExtensible,
  promiseThen,
} from '../built-ins/language.js';
import { node } from '../built-ins/node.js';

const NativePromise = Promise;
const isPromise = node?.isPromise ?? ((value: unknown) => value instanceof NativePromise);

/** Called once, when the step's body has ended. */
export type Ended = (failure?: { error: unknown }) => void;

/**
 * Returns the value of a step's body to pass on, and calls `ended` when it settles.
 *
 * - A native promise: returns the promise from `then`, with the same outcome. If we passed on the original, our `then` would
 *   mark its rejection as handled, and a forgotten `await` would no longer fail its test.
 * - Any other thenable (a query builder, a request) may start its work at the first `then`. So we return the same object, and
 *   hook into that call.
 * - Anything else: returns the same value, and the step has ended.
 */
export function whenSettled<T>(result: T, ended: Ended): T {
  if (isPlainPromise(result)) return watched(result, ended);
  if (isThenable(result) && listenIn(result, ended)) return result;
  ended();
  return result;
}

/** Whether it is a native promise. Not a subclass, whose `then` may do something else. */
export function isPlainPromise(promise: unknown): promise is Promise<unknown> {
  if (!isPromise(promise)) return false;
  const prototype: object | null = getPrototypeOf(promise);
  const above: object | null = prototype === null ? null : getPrototypeOf(prototype);
  return above !== null && getPrototypeOf(above) === null && !hasOwn(promise, 'then');
}

function watched<T>(promise: T & Promise<unknown>, ended: Ended): T {
  return apply(promiseThen, promise, [
    (value: unknown) => {
      ended();
      return value;
    },
    (error: unknown) => {
      ended({ error });
      throw error;
    },
  ]) as T;
}

type Then = (onFulfilled?: unknown, onRejected?: unknown) => unknown;

function isThenable(value: unknown): value is object & { then: Then } {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  try {
    return 'then' in value && typeof value.then === 'function';
  } catch {
    return false;
  }
}

/** An own, non-enumerable `then` that removes itself at its first call. False if the object is not extensible. */
function listenIn(thenable: object & { then: Then }, ended: Ended): boolean {
  if (!isExtensible(thenable) || hasOwn(thenable, 'then')) return false;
  const then = thenable.then;
  defineProperty(thenable, 'then', {
    configurable: true,
    enumerable: false,
    writable: true,
    value(this: unknown, onFulfilled?: unknown, onRejected?: unknown): unknown {
      deleteProperty(thenable, 'then');
      return apply(then, this, [hearing(onFulfilled, () => ended()), hearing(onRejected, (error) => ended({ error }))]);
    },
  });
  return true;
}

/** Wraps a listener so that `hear` gets the value first; without a listener, there is nothing to wrap. */
function hearing(listener: unknown, hear: (value: unknown) => void): unknown {
  if (typeof listener !== 'function') return listener;
  return function hears(this: unknown, value: unknown): unknown {
    hear(value);
    return apply(listener, this, [value]);
  };
}
