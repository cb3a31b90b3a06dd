import type { Session } from './session.js';

// Taken at load: in some frameworks tests run in this process, and may fake it.
const startTimer = setTimeout;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Milliseconds that a signal may be held back for delivery: what is left then stays in the outbox. */
const PATIENCE = 5_000;

/**
 * For frameworks that a signal kills without a word: closes the session as interrupted, then lets the signal do what it
 * would have done without us, so that the exit code is the same. A second signal is not held back.
 * @param beforeClose records the tests that were running
 * @returns ends the watch
 */
export function closeOnSignals(session: Session, beforeClose: () => void): () => void {
  const stop = () => {
    for (const signal of SIGNALS) process.removeListener(signal, close);
  };
  const close = async (signal: NodeJS.Signals) => {
    stop();
    beforeClose();
    await Promise.race([session.close({ interrupted: true }), wait(PATIENCE)]);
    // Others that listen have been told already, and have taken the end of the process upon themselves.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, close);
  return stop;
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => startTimer(resolve, milliseconds).unref());
}
