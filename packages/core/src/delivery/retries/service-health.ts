import { LONGEST_TIMER } from '../../service/longest-timer.js';
import type { RetryRule } from './retry-rule.js';

/** So many requests in a row without an answer show that the service is dead. */
const DEAD_AFTER = 3;
/** Pause between probes of a dead service, milliseconds. */
const PROBE_EVERY = 3_000;
/** A check that is this much later than the previous one shows that the thread was busy, milliseconds. */
const LATE_CHECK = 200;

/** The progress of a large upload. */
export class UploadWatch {
  #sent = () => 0;
  /** Bytes that don't count as progress. */
  #known = 0;

  /** The upload starts, for the first time or again. @param sent bytes that have left this process so far */
  connected(sent: () => number): void {
    // Bytes that only filled the system's buffers have left this process too. So an upload that is cut off at the same point
    // again and again may seem to progress a little. Only twice as far counts as real progress.
    this.#known = 2 * Math.max(this.#known, this.#sent());
    this.#sent = sent;
  }

  /** True if the upload has progressed since the last check. */
  hasProgressed(): boolean {
    const sent = this.#sent();
    if (sent <= this.#known) return false;
    this.#known = sent;
    return true;
  }
}

/**
 * What all requests to a service know of it: when it last showed signs of life, and whether they may be sent. While it is dead, or has
 * asked us to wait (Retry-After), none is. Then one goes first, and its answer releases the others. Times are those of
 * `performance.now`.
 */
export class ServiceHealth {
  /** When the service last answered; `-Infinity` before its first answer. */
  lastAnswer = Number.NEGATIVE_INFINITY;
  /** When the last request succeeded, or bytes of a large upload were last sent. */
  lastProgress = Number.NEGATIVE_INFINITY;
  isDead = false;
  /** When the latest wait that the service asked for ends. */
  heldUntil = 0;
  /** Requests that were sent and have not ended. */
  underWay = 0;
  /** Whether a failure is final after a few tries: see `tryLast`. */
  isLastTry = false;
  /** Whether results that the service fails to process (500) are searched for, by halving arrays. */
  isSearching = false;
  readonly uploads = new Set<UploadWatch>();
  /** Calls that wait for an answer, including those that will be retried. */
  asked = 0;
  #unanswered = 0;
  #nextProbe = 0;
  #isProbing = false;
  /** Whether no request has confirmed yet that the wait is over. */
  #isHeld = false;
  readonly #waits = new Set<() => void>();
  #lastCheck: number | undefined;

  /** Resolves when a request may be sent; rejects with the signal's reason. */
  async enter(signal: AbortSignal): Promise<void> {
    while (this.#opensAt > performance.now()) await this.until(() => this.#opensAt, signal);
    signal.throwIfAborted();
    this.#isProbing = this.isDead || this.#isHeld;
    this.underWay++;
  }

  /** A request has ended. @param retryAfter the wait that the service asks for, milliseconds */
  left(shows: RetryRule['shows'] | 'success', retryAfter = 0): void {
    const now = performance.now();
    this.underWay--;
    this.#isProbing = false;
    if (shows === 'no answer') {
      this.#nextProbe = now + PROBE_EVERY;
      this.isDead = ++this.#unanswered >= DEAD_AFTER && !this.isLastTry;
    } else if (shows !== 'nothing') {
      this.#unanswered = 0;
      this.isDead = false;
      this.lastAnswer = now;
      if (shows === 'success') this.progressed();
      // An answer to a request from before the service asked us to wait does not end the wait.
      if (retryAfter > 0) this.heldUntil = Math.max(this.heldUntil, now + retryAfter);
      this.#isHeld = retryAfter > 0 || (this.#isHeld && now < this.heldUntil);
    }
    this.recheck();
  }

  get #opensAt(): number {
    if (!this.isDead && !this.#isHeld) return 0;
    return this.#isProbing ? Number.POSITIVE_INFINITY : Math.max(this.isDead ? this.#nextProbe : 0, this.heldUntil);
  }

  /** Waits until a time that may change; rejects with the signal's reason. */
  async until(time: () => number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    let end = () => {};
    try {
      await new Promise<void>((resolve, reject) => {
        let timer: NodeJS.Timeout | undefined;
        const check = () => {
          clearTimeout(timer);
          const left = time() - performance.now();
          if (left <= 0) resolve();
          else if (left < Number.POSITIVE_INFINITY) timer = setTimeout(check, Math.min(left, LONGEST_TIMER));
        };
        const onAbort = () => reject(signal.reason);
        end = () => {
          clearTimeout(timer);
          this.#waits.delete(check);
          signal.removeEventListener('abort', onAbort);
        };
        signal.addEventListener('abort', onAbort);
        this.#waits.add(check);
        check();
      });
    } finally {
      end();
    }
  }

  /** A time has changed that `until` waits for. */
  recheck(): void {
    for (const check of [...this.#waits]) check();
  }

  progressed(): void {
    this.lastProgress = performance.now();
  }

  /**
   * A last try, once: from now on, what fails a few times has failed. An attachment is then left out if the service takes its result.
   * @returns false if this is the last try
   */
  tryLast(): boolean {
    if (this.isLastTry) return false;
    this.isLastTry = true;
    this.isDead = false;
    this.lastAnswer = performance.now();
    this.progressed();
    this.recheck();
    return true;
  }

  /** @returns false if the search has begun before */
  search(): boolean {
    if (this.isSearching) return false;
    this.isSearching = true;
    this.progressed();
    return true;
  }

  /**
   * Checks whether any large upload has progressed; call it often. Time counts against the service only while it had a request
   * and this thread was free to receive the answer. A busy thread or a suspended process is not its fault.
   */
  check(): void {
    const now = performance.now();
    if (this.#lastCheck === undefined) {
      this.lastAnswer = now;
      this.lastProgress = now;
    }
    const passed = now - (this.#lastCheck ?? now);
    const excused = this.asked === 0 ? passed : Math.max(0, passed - LATE_CHECK);
    this.lastAnswer += excused;
    this.lastProgress += excused;
    this.#lastCheck = now;
    for (const upload of this.uploads) if (upload.hasProgressed()) this.progressed();
  }
}
