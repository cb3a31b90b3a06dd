import type { AttachmentUploader } from './attachment-uploader.js';
import type { CircuitBreaker } from './circuit-breaker.js';

/** Signs of life of the service, by which a drain decides whether to go on. */
export class ServicePulse {
  #breaker: CircuitBreaker;
  #uploader: AttachmentUploader;
  /** Epoch milliseconds. */
  #lastAnswer = 0;

  constructor(breaker: CircuitBreaker, uploader: AttachmentUploader) {
    this.#breaker = breaker;
    this.#uploader = uploader;
  }

  answered(): void {
    this.#lastAnswer = Date.now();
  }

  /** When the service was last seen alive, epoch milliseconds. */
  get lastActivity(): number {
    return this.isUploading ? Date.now() : this.#lastAnswer;
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
}
