import { abortable } from './abortable.js';

/** How soon to retry after running out of file descriptors, milliseconds. This does not affect the service. */
export const SHORTAGE_WAIT = 100;
const BASE = 250;
/** Longest pause while the suite runs, milliseconds. */
const LONGEST_PAUSE = 15_000;

/** Pauses before retries: exponential with full jitter. */
export class Backoff {
  readonly #signal: AbortSignal;
  readonly #random: () => number;
  #longest = LONGEST_PAUSE;
  /** Functions that shorten the pauses in progress. */
  readonly #shorten = new Set<() => void>();

  /** @param signal ends all pauses: they reject with its reason */
  constructor(signal: AbortSignal, random: () => number = Math.random) {
    this.#signal = signal;
    this.#random = random;
  }

  /** @param attempt number of attempts so far, from 1 */
  pause(attempt: number): Promise<void> {
    const window = BASE * 2 ** Math.min(attempt - 1, 16);
    const length = () => this.#random() * Math.min(window, this.#longest);
    const end = performance.now() + length();
    return abortable(this.#signal, (resume) => {
      let timer = setTimeout(resume, end - performance.now());
      const shorten = () => {
        clearTimeout(timer);
        timer = setTimeout(resume, Math.min(end - performance.now(), length()));
      };
      this.#shorten.add(shorten);
      return () => {
        clearTimeout(timer);
        this.#shorten.delete(shorten);
      };
    });
  }

  /** Limits all pauses to this many milliseconds, including the rest of those in progress. */
  limit(longest: number): void {
    this.#longest = longest;
    for (const shorten of this.#shorten) shorten();
  }
}
