import { constants } from 'node:os';
import { apply } from '../built-ins/language.js';
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

/** How many sessions watch each signal. There is one listener for all of them. */
const watching: Record<EndingSignal, number> = { SIGINT: 0, SIGTERM: 0 };

/**
 * Watches for signals that end the process without a word to its framework: open sessions close, and then the signal does
 * what it would have done without us, so that the exit code is the same. Nothing else happens in the process meanwhile: a
 * test that ended now would be announced, and its result would come too late. A second signal ends the wait.
 *
 * Where the signal does not end the process, the sessions live on, and what they have recorded is delivered at once, since
 * SIGKILL often follows: where others listen and decide, and in process 1 of a container, for which Linux ignores a signal
 * that has no listener.
 *
 * @returns ends the watch
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
  // A test may emit the event; only Node gives the number with it.
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

/** Linux ignores a signal to the first process of a pid namespace unless it listens. */
function isIgnored(): boolean {
  return host.pid === 1 && host.platform === 'linux';
}
