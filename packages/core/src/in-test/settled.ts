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

/** Told once, when the step's body has come to its end. */
export type Ended = (failure?: { error: unknown }) => void;

/**
 * What a step's body returned, to be handed on, and `ended` called when it settles.
 *
 * - A promise of the engine: the promise of the same outcome that `then` gives. Were the original handed on, our
 *   watching it would make its rejection count as handled, and a forgotten `await` would no longer fail its test.
 * - Any other thenable (a query builder, a request) may begin its work at the first `then`: so the same object, and
 *   we listen in when somebody calls that.
 * - All else: the same value, and the step has ended.
 */
export function whenSettled<T>(result: T, ended: Ended): T {
  if (node?.isPromise(result) === true && isPlainPromise(result)) return watched(result, ended);
  if (isThenable(result) && listenIn(result, ended)) return result;
  ended();
  return result;
}

/** Not of a subclass, whose `then` may do something else. */
function isPlainPromise(promise: object): boolean {
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

/** An own `then`, not enumerable, which takes itself away at its first call. False where the object is closed. */
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

/** The listener, told of the value first; without a listener there is nothing to hear through. */
function hearing(listener: unknown, hear: (value: unknown) => void): unknown {
  if (typeof listener !== 'function') return listener;
  return function hears(this: unknown, value: unknown): unknown {
    hear(value);
    return apply(listener, this, [value]);
  };
}
