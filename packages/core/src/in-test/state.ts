import type { AsyncLocalStorage } from 'node:async_hooks';
import { defineProperty } from '../built-ins/language.js';
import { node } from '../built-ins/node.js';
import type { Framework } from '../channel/format/frameworks.js';
import type { Channel } from '../channel/write/channel-writer.js';
import type { Place } from './place-types.js';

/** What api and setup share in one global object, however often and in whatever form either was loaded. */
export interface SharedState {
  /** Where in its test the code that is running is. */
  readonly places: AsyncLocalStorage<Place>;
  /** The same while only one test or hook runs at a time, for code whose async context is not that of a test. */
  serial: Place | undefined;
  channel: Channel | undefined;
  /** Test code has loaded the API: only then does anybody ask where code is running, which is not free to know. */
  hasApi: boolean;
  /**
   * What tells where code is: `serial` alone, which leaves promises as cheap as they are; the async context, and `serial`
   * for what has none; or the context alone, where something of an ended test may still run that would take `serial` for
   * its own. Undefined means `both`, until a caller relies on either.
   */
  tells: 'serial' | 'both' | 'context' | undefined;
  /** The first call of the API before there was a channel: where there comes to be one, that was outside a test. */
  early: string | undefined;
  /** Whose reporter listens; undefined before there is a channel. */
  framework?: Framework | undefined;
  /** Whose test API the test code has loaded. */
  api?: Framework;
  /** Warnings already given, by text. */
  readonly warned: Record<string, true>;
}

const KEY = Symbol.for('testpoint.v1');

/** Undefined where Node's own modules are out of reach. */
export const state: SharedState | undefined = node === undefined ? undefined : sharedState(node.AsyncLocalStorage);

function sharedState(Storage: typeof AsyncLocalStorage): SharedState {
  const known = held<SharedState>(globalThis);
  if (known !== undefined) return known;
  const created: SharedState = {
    places: sharedStorage(Storage),
    serial: undefined,
    channel: undefined,
    hasApi: false,
    tells: undefined,
    early: undefined,
    warned: {},
  };
  hold(globalThis, created);
  return created;
}

/**
 * One storage per process, not per Jest sandbox: Node visits every storage ever used whenever an async operation begins.
 * It hangs on Node's own class, the same in each sandbox, and refers to nothing of the sandbox that made it.
 */
function sharedStorage(Storage: typeof AsyncLocalStorage): AsyncLocalStorage<Place> {
  const known = held<AsyncLocalStorage<Place>>(Storage);
  if (known !== undefined) return known;
  const created = new Storage<Place>();
  // As members of its own: what a test stubs on the prototype is then nothing to the tests around it.
  const { run, getStore, enterWith } = created;
  Object.assign(created, { run, getStore, enterWith });
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
