import { executionAsyncResource } from 'node:async_hooks';
import { constants } from 'node:os';
import { append, apply, each, getMember, includes, indexOf, setMember, some } from '../../built-ins/language.js';

export type EndingSignal = 'SIGINT' | 'SIGTERM';

export const ENDING_SIGNALS: readonly EndingSignal[] = ['SIGINT', 'SIGTERM'];

type ProcessEvent = EndingSignal | 'exit' | 'uncaughtExceptionMonitor';
type Listener = (...values: unknown[]) => void;

interface OwnListener {
  event: ProcessEvent;
  listener: Listener;
  add: (event: never, listener: never) => unknown;
}

// Captured at load: tests may replace any of these.
const { on, prependListener, removeListener, listeners } = process;
const { captureStackTrace } = Error;
const host = process;
const numbers = constants.signals;
const SIGNAL_EXIT_4 = Symbol.for('signal-exit emitter');

/** Our listeners on the process. */
let own: OwnListener[] = [];
/** Whether signals are held: then none of our listeners may come back. */
let isHolding = false;

/**
 * Listens to the process, in which tests may run. They emit its events, call its listeners by hand and remove them all. So `act`
 * is called only if Node emits the event, its errors stay here, and `keepListening` adds a removed listener again.
 * @param isFirst whether it goes before the listeners that are there
 * @returns a function that ends it; it never throws
 */
export function listenToProcess(event: ProcessEvent, act: (...values: never[]) => void, isFirst = false): () => void {
  const listener: Listener = (...values) => {
    try {
      if (isReal(event, values)) apply(act, undefined, values);
    } catch {
      // The process must end as it would without us.
    }
  };
  const added = { event, listener, add: isFirst ? prependListener : on };
  append(own, added);
  apply(added.add, host, [event, listener]);
  return () => {
    const others: OwnListener[] = [];
    each(own, (one) => {
      if (one !== added) append(others, one);
    });
    own = others;
    remove(event, listener);
  };
}

/** Adds those of our listeners that a test has removed. Called at each event of the framework. Never throws. */
export function keepListening(): void {
  if (isHolding) return;
  try {
    each(own, ({ event, listener, add }) => {
      if (!includes(listenersOf(event), listener)) apply(add, host, [event, listener]);
    });
  } catch {
    // A test has broken Node's lists of listeners.
  }
}

/** Whether Node emits the event, and no test. */
function isReal(event: ProcessEvent, values: readonly unknown[]): boolean {
  if (event === 'exit') return getMember(host, '_exiting') !== false;
  if (event === 'uncaughtExceptionMonitor') return isThrown();
  // Node passes the number, and calls from a handle of its own.
  return values[1] === numbers[event] && nameOfClass(executionAsyncResource()) === 'Signal';
}

/** Node emits it in `process._fatalException`. */
function isThrown(): boolean {
  const holder: { stack?: unknown } = {};
  const { stackTraceLimit } = Error;
  setMember(Error, 'stackTraceLimit', 10);
  captureStackTrace(holder);
  const { stack } = holder;
  setMember(Error, 'stackTraceLimit', stackTraceLimit);
  return typeof stack !== 'string' || indexOf(stack, '_fatalException') >= 0;
}

function nameOfClass(resource: object): unknown {
  const made: unknown = getMember(resource, 'constructor');
  return typeof made === 'function' ? made.name : undefined;
}

/**
 * Removes every listener of SIGINT and SIGTERM, so that the system handles these signals itself while this thread is
 * blocked. Never throws. Returns a function that restores them.
 */
export function holdSignals(): () => void {
  const held: { signal: EndingSignal; listener: Listener }[] = [];
  isHolding = true;
  try {
    each(ENDING_SIGNALS, (signal) => {
      each(listenersOf(signal), (listener) => {
        remove(signal, listener);
        append(held, { signal, listener });
      });
    });
  } catch {
    // A test has broken the removal of listeners. Then a signal waits until we are done.
  }
  return () => {
    isHolding = false;
    each(held, ({ signal, listener }) => apply(on, host, [signal, listener]));
  };
}

/**
 * Whether someone else listens to a signal, and so decides whether the process ends. The package signal-exit does not count:
 * it listens in order to end the process itself, and does so only if nothing else listens.
 */
export function hasOtherListeners(signal: EndingSignal): boolean {
  let others = 0;
  each(listenersOf(signal), (listener) => {
    if (!some(own, (one) => one.listener === listener)) others++;
  });
  return others > countIn(getMember(host, '__signal_exit_emitter__')) + countIn(getMember(globalThis, SIGNAL_EXIT_4));
}

/** Node first removes the listener, then emits an event about it and calls `process.listenerCount`, which a test may have stubbed. */
function remove(event: ProcessEvent, listener: Listener): void {
  try {
    apply(removeListener, host, [event, listener]);
  } catch {
    // The listener is gone, or a test has broken Node's lists of listeners.
  }
}

function listenersOf(event: ProcessEvent): Listener[] {
  return apply(listeners, host, [event]) as Listener[];
}

function countIn(emitter: unknown): number {
  if (typeof emitter !== 'object' || emitter === null || !('count' in emitter)) return 0;
  return typeof emitter.count === 'number' ? emitter.count : 0;
}
