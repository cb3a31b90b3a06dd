import { constants } from 'node:os';
import { listenToProcess } from '@testpoint/core/adapter';
import type { Vitest } from 'vitest/node';

type Signal = 'SIGINT' | 'SIGTERM';
type Listener = (signal: Signal, number: number) => void;

const SIGNALS: readonly Signal[] = ['SIGINT', 'SIGTERM'];
/** How long a running test may take to end, milliseconds. Then the process ends as it would have without us. */
const PATIENCE = 5_000;

/**
 * Vitest ends its process a millisecond after SIGINT or SIGTERM, without telling reporters. During a run we replace its
 * listener. The first signal cancels the run, which then ends normally. The second signal, or a test that does not end,
 * restores Vitest's own listener. The exit code is the same as without us.
 */
export class Interruption {
  readonly #vitest: Vitest;
  /** Ends the reporting if the run does not end by itself. */
  readonly #giveUp: () => void;
  readonly #replaced = new Map<Signal, Listener[]>();
  #stops: (() => void)[] = [];
  #signal: Signal | undefined;

  constructor(vitest: Vitest, giveUp: () => void) {
    this.#vitest = vitest;
    this.#giveUp = giveUp;
  }

  get isInterrupted(): boolean {
    return this.#signal !== undefined;
  }

  listen(): void {
    for (const signal of SIGNALS) {
      const own = process.listeners(signal).filter(({ name }) => name === 'onExit');
      for (const listener of own) process.removeListener(signal, listener);
      this.#replaced.set(signal, own as Listener[]);
      this.#stops.push(listenToProcess(signal, this.#interrupt));
    }
  }

  /** Called when the run has ended. */
  release(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    for (const [signal, listeners] of this.#replaced) {
      for (const listener of listeners) process.once(signal, listener);
    }
    this.#replaced.clear();
  }

  readonly #interrupt = (signal: Signal): void => {
    if (this.#signal !== undefined) return this.#endNow(signal);
    this.#signal = signal;
    const code = 128 + constants.signals[signal];
    listenToProcess('exit', () => {
      process.exitCode = code;
    });
    setTimeout(() => {
      this.#giveUp();
      this.#endNow(signal);
    }, PATIENCE).unref();
    this.#vitest.cancelCurrentRun('keyboard-input').catch(() => this.#endNow(signal));
  };

  /** Ends the process the way it would end without us. */
  #endNow(signal: Signal): void {
    const listeners = this.#replaced.get(signal) ?? [];
    this.release();
    if (listeners.length === 0) process.exit(128 + constants.signals[signal]);
    for (const listener of listeners) listener(signal, constants.signals[signal]);
  }
}
