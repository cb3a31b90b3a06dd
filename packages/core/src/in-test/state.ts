import { defineProperty } from '../built-ins/language.js';
import { node } from '../built-ins/node.js';
import { STATE_SYMBOL } from '../channel/format/messages.js';
import type { Channel } from '../channel/write/channel-writer.js';
import type { NativeApi } from './native-api.js';
import type { Place, Places } from './place-types.js';
import { StackPlaces } from './stack-places.js';

/** The state that API and setup file share in one global object, however often and in whatever module format each loads. */
export interface SharedState {
  /** The place of the running code in its test. */
  readonly places: Places;
  /** The same while only one test or hook runs at a time, for code outside of any test's async context. */
  serial: Place | undefined;
  channel: Channel | undefined;
  /** Whether test code has loaded the API. Only then does the place of code matter, and finding it has a cost. */
  hasApi: boolean;
  /**
   * How to find the place of code: `serial` alone, which does not slow down promises; the async context, and `serial` for
   * code without one; or the context alone, if code of an ended test may still be running that would use `serial` as its
   * own. Undefined means `both`, until a caller relies on either.
   */
  uses: 'serial' | 'both' | 'context' | undefined;
  /** The first call of the API before there was a channel. If a channel follows, that call was outside of a test. */
  early: string | undefined;
  /** Whether a test skips itself by throwing this; undefined if that is impossible in the framework. */
  isSkip?: (error: unknown) => boolean;
  /** If a framework with an API of its own runs the tests. */
  native?: NativeApi;
  /** Texts of warnings that were already given. */
  readonly warned: Record<string, true>;
}

const KEY = Symbol.for(STATE_SYMBOL);

export const state: SharedState = sharedState(node?.AsyncLocalStorage ?? StackPlaces);

function sharedState(Storage: new () => Places): SharedState {
  const known = held<SharedState>(globalThis);
  if (known !== undefined) return known;
  const created: SharedState = {
    places: sharedStorage(Storage),
    serial: undefined,
    channel: undefined,
    hasApi: false,
    uses: undefined,
    early: undefined,
    warned: {},
  };
  hold(globalThis, created);
  return created;
}

/**
 * One storage per process, not per Jest sandbox, because Node visits every storage ever used whenever an async operation
 * starts. It is stored on Node's own class, which is the same in each sandbox, and refers to nothing in the sandbox that
 * created it.
 */
function sharedStorage(Storage: new () => Places): Places {
  const known = held<Places>(Storage);
  if (known !== undefined) return known;
  const created = new Storage();
  // As own members, so that stubs on the prototype do not affect us.
  const { getStore, enterWith } = created;
  Object.assign(created, { getStore, enterWith });
  hold(Storage, created);
  return created;
}

function held<T>(holder: object): T | undefined {
  return (holder as Record<symbol, T | undefined>)[KEY];
}

/** Not enumerable, so that checks for leaked globals do not see it. */
function hold(holder: object, value: unknown): void {
  defineProperty(holder, KEY, { value, enumerable: false, configurable: true, writable: false });
}
