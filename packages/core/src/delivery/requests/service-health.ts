import { CircuitBreaker } from './circuit-breaker.js';

/** A look that comes so much later than the one before shows that the thread was busy, milliseconds. */
const LATE_LOOK = 200;

/** How far a large upload has got. */
export class UploadWatch {
  #sent = () => 0;
  /** Bytes that are no news. */
  #known = 0;

  /** The upload begins, for the first time or again. @param sent bytes that have left this process so far */
  connected(sent: () => number): void {
    // Bytes that only filled the system's buffers have left as well. So an upload that is cut off at the same place again
    // and again seems to get a little further at times; twice as far is no such thing.
    this.#known = 2 * Math.max(this.#known, this.#sent());
    this.#sent = sent;
  }

  /** True when the upload has got further since the last look. */
  look(): boolean {
    const sent = this.#sent();
    if (sent <= this.#known) return false;
    this.#known = sent;
    return true;
  }
}

/** Signs of life of a service, by which a drain decides whether to go on. Times are those of `performance.now`. */
export class ServiceHealth {
  readonly breaker = new CircuitBreaker();
  /** When the service last answered; `-Infinity` before its first answer. */
  lastAnswer = Number.NEGATIVE_INFINITY;
  /** When the service last did what it was asked for, or bytes of a large upload last left. */
  lastProgress = Number.NEGATIVE_INFINITY;
  #uploads = new Set<UploadWatch>();
  /** Calls that wait for the service's answer, those that will be made again among them. */
  #asked = 0;
  #lastLook: number | undefined;

  /** The service is asked something. */
  asked(): void {
    this.#asked++;
  }

  /** That was answered, or given up. */
  settled(): void {
    this.#asked--;
  }

  answered(): void {
    this.lastAnswer = performance.now();
  }

  progressed(): void {
    this.lastProgress = performance.now();
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
   * Looks whether any large upload has got further; to be called often. Only time counts against the service in which it was
   * asked something and this thread was free to hear the answer: a busy thread and a suspended process are not its doing.
   */
  look(): void {
    const now = performance.now();
    if (this.#lastLook === undefined) {
      this.lastAnswer = now;
      this.lastProgress = now;
    }
    const passed = now - (this.#lastLook ?? now);
    const excused = this.#asked === 0 ? passed : Math.max(0, passed - LATE_LOOK);
    this.lastAnswer += excused;
    this.lastProgress += excused;
    this.#lastLook = now;
    for (const upload of this.#uploads) if (upload.look()) this.progressed();
  }
}
