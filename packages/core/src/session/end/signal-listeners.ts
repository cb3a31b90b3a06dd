import { append, apply, each, getMember } from '../../built-ins/language.js';

export type EndingSignal = 'SIGINT' | 'SIGTERM';

export const ENDING_SIGNALS: readonly EndingSignal[] = ['SIGINT', 'SIGTERM'];

type Listener = (...values: unknown[]) => void;

// Captured at load: tests may replace any of these.
const { on, removeListener, listeners } = process;
const host = process;
const SIGNAL_EXIT_4 = Symbol.for('signal-exit emitter');

export function addSignalListener(signal: EndingSignal, listener: (...values: never[]) => void): void {
  apply(on, host, [signal, listener]);
}

/**
 * Never throws. Node first removes the listener, then emits an event about it and calls `process.listenerCount`, which a
 * test may have stubbed.
 */
export function removeProcessListener(event: string, listener: (...values: never[]) => void): void {
  try {
    apply(removeListener, host, [event, listener]);
  } catch {
    // The listener is gone, or a test has broken Node's lists of listeners.
  }
}

/**
 * Removes every listener of SIGINT and SIGTERM, so that the system handles these signals itself while this thread is
 * blocked. Never throws. Returns a function that restores them.
 */
export function holdSignals(): () => void {
  const held: { signal: EndingSignal; listener: Listener }[] = [];
  try {
    each(ENDING_SIGNALS, (signal) => {
      each(listenersOf(signal), (listener) => {
        removeProcessListener(signal, listener);
        append(held, { signal, listener });
      });
    });
  } catch {
    // A test has broken the removal of listeners. Then a signal waits until we are done.
  }
  return () => each(held, ({ signal, listener }) => addSignalListener(signal, listener));
}

/**
 * Whether someone else listens to a signal, and so decides whether the process ends. The package signal-exit does not count:
 * it listens in order to end the process itself, and does so only if nothing else listens.
 */
export function hasOtherListeners(signal: EndingSignal, own: unknown): boolean {
  let others = 0;
  each(listenersOf(signal), (listener) => {
    if (listener !== own) others++;
  });
  return others > countIn(getMember(host, '__signal_exit_emitter__')) + countIn(getMember(globalThis, SIGNAL_EXIT_4));
}

function listenersOf(signal: EndingSignal): Listener[] {
  return apply(listeners, host, [signal]) as Listener[];
}

function countIn(emitter: unknown): number {
  if (typeof emitter !== 'object' || emitter === null || !('count' in emitter)) return 0;
  return typeof emitter.count === 'number' ? emitter.count : 0;
}
