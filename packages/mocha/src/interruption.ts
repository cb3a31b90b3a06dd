import { constants } from 'node:os';
import { clearTimeout, now, setTimeout } from './built-ins.js';

type Signal = 'SIGINT' | 'SIGTERM';

const SIGNALS: readonly Signal[] = ['SIGINT', 'SIGTERM'];
/** Mocha's own listener in parallel mode, which ends the workers and then lets the process end by itself. */
const MOCHAS_OWN = 'sigIntListener';
/** Milliseconds that a signal may be held back for delivery: what is left then stays in the outbox. */
const PATIENCE = 5_000;
/** Milliseconds in which further signals are the same one: Mocha started with Node flags sends its child two at once. */
const ECHO = 300;

/**
 * In serial mode Mocha leaves signals to Node, which ends the process at once. We stop it for as long as it takes to
 * close the session, and then let the same signal end it, so that whoever waits for it sees what they would have seen
 * without us. A second signal ends it at once. A suite that listens itself is left alone.
 */
export class Interruption {
  readonly #stop: (signal: Signal) => Promise<void>;
  #signal: Signal | undefined;
  #receivedAt = 0;

  /** @param stop reports what there is and closes the session; must not reject */
  constructor(stop: (signal: Signal) => Promise<void>) {
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
    if (this.#signal === undefined) this.#interrupt(signal);
    else if (now() - this.#receivedAt > ECHO) this.#die(signal);
  };

  #interrupt(signal: Signal): void {
    const others = otherListeners(signal, this.#receive);
    if (others === 'theirs') return;
    this.#signal = signal;
    this.#receivedAt = now();
    void this.#hold(signal, others === 'none');
  }

  async #hold(signal: Signal, isLethal: boolean): Promise<void> {
    // Nothing but await here: a test may have stubbed the methods of promises.
    await new Promise<void>((resolve) => {
      const limit = setTimeout(resolve, PATIENCE);
      void callAfter(this.#stop(signal), () => {
        clearTimeout(limit);
        resolve();
      });
    });
    if (isLethal) this.#die(signal);
    else this.release();
  }

  #die(signal: Signal): void {
    this.release();
    process.kill(process.pid, signal);
  }
}

async function callAfter(promise: Promise<void>, act: () => void): Promise<void> {
  await promise;
  act();
}

/** Who else hears a signal: nobody who would keep the process alive, Mocha, or the suite. */
function otherListeners(signal: Signal, own: unknown): 'none' | 'mocha' | 'theirs' {
  const others = process.listeners(signal).filter((listener) => listener !== own);
  if (others.some(({ name }) => name === MOCHAS_OWN)) return 'mocha';
  return others.length > signalExitListeners() ? 'theirs' : 'none';
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
