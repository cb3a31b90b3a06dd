import type { Session } from './session.js';

type Signal = 'SIGINT' | 'SIGTERM';

const SIGNALS: readonly Signal[] = ['SIGINT', 'SIGTERM'];

/**
 * For frameworks that a signal kills without a word: closes the session as interrupted, then lets the signal do what it
 * would have done without us, so that the exit code is the same. Nothing else happens in the process meanwhile: a test
 * that ended now would be announced, and its result would come too late. A second signal is not held back.
 * @param beforeClose records the tests that were running
 * @param signals those that the framework does not handle itself
 * @returns ends the watch
 */
export function closeOnSignals(
  session: Session,
  beforeClose: () => void,
  signals: readonly Signal[] = SIGNALS,
): () => void {
  const stop = () => {
    for (const signal of signals) process.removeListener(signal, close);
  };
  const close = (signal: NodeJS.Signals) => {
    // With its last listener gone, the system acts on a second signal itself, without waiting for us.
    stop();
    beforeClose();
    session.closeNow({ interrupted: true });
    // Others that listen have been told already, and have taken the end of the process upon themselves.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, close);
  return stop;
}
