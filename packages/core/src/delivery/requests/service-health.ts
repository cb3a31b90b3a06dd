import { CircuitBreaker } from './circuit-breaker.js';

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

/** Signs of life of a service, which decide whether a drain continues. Times are those of `performance.now`. */
export class ServiceHealth {
  readonly breaker = new CircuitBreaker();
  /** When the service last answered; `-Infinity` before its first answer. */
  lastAnswer = Number.NEGATIVE_INFINITY;
  /** When the last request succeeded, or bytes of a large upload were last sent. */
  lastProgress = Number.NEGATIVE_INFINITY;
  /** Whether a failure is final after a few tries: see `tryLast`. */
  isLastTry = false;
  /** Whether results that the service fails to process (500) are searched for, by halving arrays. */
  isSearching = false;
  #uploads = new Set<UploadWatch>();
  /** Calls that wait for an answer, including those that will be retried. */
  #asked = 0;
  #lastCheck: number | undefined;

  /** A request starts. */
  asked(): void {
    this.#asked++;
  }

  /** The request was answered or cancelled. */
  settled(): void {
    this.#asked--;
  }

  answered(): void {
    this.lastAnswer = performance.now();
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
    this.breaker.stayClosed();
    this.answered();
    this.progressed();
    return true;
  }

  /** @returns false if the search has begun before */
  search(): boolean {
    if (this.isSearching) return false;
    this.isSearching = true;
    this.progressed();
    return true;
  }

  get isUploading(): boolean {
    return this.#uploads.size > 0;
  }

  beginUpload(): UploadWatch {
    const upload = new UploadWatch();
    this.#uploads.add(upload);
    return upload;
  }

  endUpload(upload: UploadWatch): void {
    this.#uploads.delete(upload);
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
    const excused = this.#asked === 0 ? passed : Math.max(0, passed - LATE_CHECK);
    this.lastAnswer += excused;
    this.lastProgress += excused;
    this.#lastCheck = now;
    for (const upload of this.#uploads) if (upload.hasProgressed()) this.progressed();
  }
}
