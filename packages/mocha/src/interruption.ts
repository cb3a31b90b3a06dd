import { constants } from 'node:os';

type Signal = 'SIGINT' | 'SIGTERM';

const SIGNALS: readonly Signal[] = ['SIGINT', 'SIGTERM'];
/** Mocha's own listener in parallel mode, which ends the workers and then lets the process end by itself. */
const MOCHAS_OWN = 'sigIntListener';

/**
 * In serial mode Mocha leaves signals to Node, which ends the process at once. We hold it for as long as it takes to
 * close the session, and then let the same signal end it, so that whoever waits for it sees what they would have seen
 * without us. A suite that listens itself is left alone.
 */
export class Interruption {
  readonly #stop: (signal: Signal) => void;

  /** @param stop reports what there is and closes the session, without returning to the event loop */
  constructor(stop: (signal: Signal) => void) {
    this.#stop = stop;
  }

  listen(): void {
    for (const signal of SIGNALS) process.on(signal, this.#receive);
  }

  release(): void {
    for (const signal of SIGNALS) process.removeListener(signal, this.#receive);
  }

  readonly #receive = (signal: Signal, number?: number): void => {
    // A test may emit the event; only Node gives the number with it.
    if (number !== constants.signals[signal]) return;
    const others = otherListeners(signal, this.#receive);
    if (others === 'theirs') return;
    // With its last listener gone, the system acts on a second one of the same signal by itself, without waiting for us.
    process.removeListener(signal, this.#receive);
    this.#stop(signal);
    this.release();
    if (others === 'none') process.kill(process.pid, signal);
  };
}

/** Who else hears a signal: nobody who would keep the process alive, Mocha, or the suite. */
function otherListeners(signal: Signal, own: unknown): 'none' | 'mocha' | 'theirs' {
  const listeners = process.listeners(signal);
  let others = 0;
  for (let index = 0; index < listeners.length; index++) {
    if (listeners[index]?.name === MOCHAS_OWN) return 'mocha';
    if (listeners[index] !== own) others++;
  }
  return others > signalExitListeners() ? 'theirs' : 'none';
}

/** The package signal-exit ends the process itself, but only when nobody else listens: ours must be gone first. */
function signalExitListeners(): number {
  const ofThird: unknown = Reflect.get(process, '__signal_exit_emitter__');
  const ofFourth: unknown = Reflect.get(globalThis, Symbol.for('signal-exit emitter'));
  return countOf(ofThird) + countOf(ofFourth);
}

function countOf(emitter: unknown): number {
  if (typeof emitter !== 'object' || emitter === null || !('count' in emitter)) return 0;
  return typeof emitter.count === 'number' ? emitter.count : 0;
}
