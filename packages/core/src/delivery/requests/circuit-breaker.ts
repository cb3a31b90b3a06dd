import { LONGEST_TIMER } from '../../service/longest-timer.js';
import { abortable } from './abortable.js';

/** Connection failures or timeouts in a row that open the breaker. */
const FAILURES_TO_OPEN = 3;
/** Pause between probes of an unreachable service, milliseconds. */
const PROBE_INTERVAL = 3_000;

/**
 * Protects a service in trouble from too many requests. While the breaker is open, or the service has asked us to wait, no
 * request passes. Then one passes as a probe, and the others wait for its outcome. Times are those of `performance.now`.
 */
export class CircuitBreaker {
  isOpen = false;
  /** When the latest wait that the service asked for (Retry-After) ends. */
  heldUntil = 0;
  /** Number of requests that have passed and not ended. */
  underWay = 0;
  #failures = 0;
  #staysClosed = false;
  /** Whether the wait is over, but no request has confirmed it yet. */
  #isHeld = false;
  #probing = false;
  #nextProbe = 0;
  #waiting: (() => void)[] = [];

  /** Resolves when a request may be made; rejects with the signal's reason. */
  async enter(signal: AbortSignal): Promise<void> {
    while (this.isOpen || this.#isHeld) {
      signal.throwIfAborted();
      const wait = Math.max(this.isOpen ? this.#nextProbe : 0, this.heldUntil) - performance.now();
      if (!this.#probing && wait <= 0) {
        this.#probing = true;
        this.underWay++;
        return;
      }
      await abortable(signal, (resume) => {
        this.#waiting.push(resume);
        const timer = this.#probing ? undefined : setTimeout(resume, Math.min(wait, LONGEST_TIMER));
        return () => clearTimeout(timer);
      });
    }
    signal.throwIfAborted();
    this.underWay++;
  }

  /** The service answered with any status. @param retryAfter the wait that it asks for, milliseconds */
  answered(retryAfter = 0): void {
    const now = performance.now();
    this.#failures = 0;
    this.isOpen = false;
    if (retryAfter > 0) {
      this.#isHeld = true;
      this.heldUntil = Math.max(this.heldUntil, now + retryAfter);
      // An answer to a request from before the service asked us to wait does not end the wait.
    } else if (now >= this.heldUntil) this.#isHeld = false;
    this.#leave();
  }

  /** Closes it for good. */
  stayClosed(): void {
    this.#staysClosed = true;
    this.isOpen = false;
    this.#resume();
  }

  /** No answer came. */
  failed(): void {
    if (++this.#failures >= FAILURES_TO_OPEN && !this.#staysClosed) {
      this.#nextProbe = performance.now() + PROBE_INTERVAL;
      this.isOpen = true;
    }
    this.#leave();
  }

  /** The request was not sent, so it shows nothing about the service. */
  withdrawn(): void {
    this.#leave();
  }

  #leave(): void {
    this.underWay--;
    this.#probing = false;
    this.#resume();
  }

  #resume(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }
}
