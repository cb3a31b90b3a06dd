import type { AttachmentUploader } from './attachment-uploader.js';
import type { CircuitBreaker } from './circuit-breaker.js';

/** How often the service's silence is measured, milliseconds. */
const LOOK_EVERY = 100;

/** Signs of life of the service, by which a drain decides whether to go on. */
export class ServicePulse {
  #breaker: CircuitBreaker;
  #uploader: Pick<AttachmentUploader, 'isBusy'>;
  /** Calls that wait for the service's answer, those that will be made again among them. */
  #open = 0;
  /** What is known of the service's silence, milliseconds; see `silence`. */
  #silence = 0;
  #lastLook = 0;
  #looking: NodeJS.Timeout | undefined;

  constructor(breaker: CircuitBreaker, uploader: Pick<AttachmentUploader, 'isBusy'>) {
    this.#breaker = breaker;
    this.#uploader = uploader;
  }

  /** The service is asked something. */
  asked(): void {
    if (this.#open++ > 0) return;
    this.#begin();
    this.#looking = setInterval(() => this.#look(), LOOK_EVERY);
    this.#looking.unref();
  }

  /** That was answered, or given up. */
  settled(): void {
    if (--this.#open > 0) return;
    clearInterval(this.#looking);
    this.#begin();
  }

  answered(): void {
    this.#begin();
  }

  /**
   * How long the service has been silent, milliseconds. Only time counts in which it was asked something and this thread
   * was free to hear the answer: a busy thread, a suspended process and a clock that jumps are not its doing.
   */
  get silence(): number {
    if (this.#open === 0 || this.isUploading) return 0;
    return this.#silence + this.#sinceLastLook();
  }

  /** When the service was last seen alive, epoch milliseconds. */
  get lastActivity(): number {
    return Date.now() - this.silence;
  }

  /** A large attachment is on its way: that the service is silent meanwhile says nothing. */
  get isUploading(): boolean {
    return this.#uploader.isBusy;
  }

  /** The circuit breaker is open. */
  get isGone(): boolean {
    return this.#breaker.isOpen;
  }

  /** Opens the circuit breaker: the service has been silent for too long. */
  trip(): void {
    this.#breaker.trip();
  }

  #begin(): void {
    this.#silence = 0;
    this.#lastLook = performance.now();
  }

  #look(): void {
    this.#silence = this.isUploading ? 0 : this.#silence + this.#sinceLastLook();
    this.#lastLook = performance.now();
  }

  /** A look that comes late shows that the thread was busy. */
  #sinceLastLook(): number {
    return Math.min(performance.now() - this.#lastLook, 2 * LOOK_EVERY);
  }
}
