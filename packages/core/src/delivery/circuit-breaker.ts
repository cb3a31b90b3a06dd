import { abortable } from './abortable.js';

/** Connection failures or timeouts in a row that open the breaker. */
const FAILURES_TO_OPEN = 3;
/** Pause between two probes of a dead service, milliseconds. */
const PROBE_INTERVAL = 3_000;

/**
 * Keeps a dead service from being hammered: while it is open one request at a time may pass, a probe every few
 * seconds, and the others wait for its outcome.
 */
export class CircuitBreaker {
  #failures = 0;
  #open = false;
  #probing = false;
  #nextProbe = 0;
  #waiting: (() => void)[] = [];
  #onOpen: () => void;

  constructor(onOpen: () => void = () => {}) {
    this.#onOpen = onOpen;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  /** Resolves when a request may be made; rejects with the signal's reason. */
  async enter(signal: AbortSignal): Promise<void> {
    while (this.#open) {
      signal.throwIfAborted();
      const wait = this.#nextProbe - Date.now();
      if (!this.#probing && wait <= 0) {
        this.#probing = true;
        return;
      }
      await abortable(signal, (resume) => {
        this.#waiting.push(resume);
        const timer = this.#probing ? undefined : setTimeout(resume, wait);
        return () => clearTimeout(timer);
      });
    }
    signal.throwIfAborted();
  }

  /** The service answered, whatever it said. */
  answered(): void {
    this.#failures = 0;
    this.#open = false;
    this.#probing = false;
    this.#wake();
  }

  /** No answer came. */
  failed(): void {
    this.#failures++;
    this.#probing = false;
    if (this.#failures < FAILURES_TO_OPEN) return;
    this.#nextProbe = Date.now() + PROBE_INTERVAL;
    if (!this.#open) {
      this.#open = true;
      this.#onOpen();
    }
    this.#wake();
  }

  /** The request was not made: it says nothing about the service. */
  withdrawn(): void {
    this.#probing = false;
    this.#wake();
  }

  /** Opens at once: the service has been silent for too long. */
  trip(): void {
    this.#failures = Math.max(this.#failures, FAILURES_TO_OPEN - 1);
    this.failed();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }
}
