import { constants } from 'node:os';
import { apply } from '../../built-ins/language.js';
import { endOpenSessions, hurryOpenSessions } from './process-end.js';
import {
  addSignalListener,
  ENDING_SIGNALS,
  type EndingSignal,
  hasOtherListeners,
  holdSignals,
  removeSignalListener,
} from './signal-listeners.js';

// Captured at load: tests may replace any of these.
const { kill } = process;
const host = process;
const numbers = constants.signals;

/** How many sessions watch each signal, with one listener for all of them. */
const watching: Record<EndingSignal, number> = { SIGINT: 0, SIGTERM: 0 };

/**
 * Watches for signals that end the process without its framework noticing: open sessions close, and then the signal has its
 * normal effect, so that the exit code is the same. Nothing else happens in the process in the meantime: a test that ended
 * now would be announced, and its result would be too late. A second signal ends the wait. If the signal does not end the
 * process, the sessions continue, and everything recorded is delivered at once, because SIGKILL often follows. This is the
 * case if others listen, and in process 1 of a container, for which Linux ignores a signal without a listener.
 * @returns a function that ends the watch
 */
export function watchSignals(signals: readonly EndingSignal[]): () => void {
  for (let index = 0; index < signals.length; index++) {
    const signal = signals[index] as EndingSignal;
    if (watching[signal]++ === 0) addSignalListener(signal, receive as () => void);
  }
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    for (let index = 0; index < signals.length; index++) {
      const signal = signals[index] as EndingSignal;
      if (--watching[signal] === 0) removeSignalListener(signal, receive as () => void);
    }
  };
}

function receive(signal: EndingSignal, number?: number): void {
  // A test may emit the event; only Node passes the number with it.
  if (number !== numbers[signal]) return;
  if (hasOtherListeners(signal, receive) || isIgnored()) return hurryOpenSessions(signal);
  for (let index = 0; index < ENDING_SIGNALS.length; index++) {
    removeSignalListener(ENDING_SIGNALS[index] as EndingSignal, receive as () => void);
  }
  const putBack = holdSignals();
  endOpenSessions(signal);
  putBack();
  apply(kill, host, [host.pid, signal]);
}

/** Linux ignores a signal to the first process of a PID namespace unless it listens. */
function isIgnored(): boolean {
  return host.pid === 1 && host.platform === 'linux';
}
