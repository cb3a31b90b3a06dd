/** A request that takes longer than this shows that the service has enough to do; milliseconds. */
const SLOW = 1_000;
/** As long as requests take less, more of them at once do no harm; milliseconds. */
const QUICK = 250;

/** How many times as many may go while the service is quick. */
const WIDEST = 8;

/** Requests of a kind at once, at the most. Who asks for one at a time gets no more. */
export function atMost(concurrency: number): number {
  return concurrency === 1 ? 1 : concurrency * WIDEST;
}

/**
 * How many requests go at once. Where more wait than are under way, each one that was quick makes room for another; a slow
 * or failed one takes the room back.
 */
export class Width {
  #least: number;
  #most: number;
  #count: number;

  /**
   * @param least at once, whatever they take
   * @param most at once
   */
  constructor(least: number, most: number) {
    this.#least = least;
    this.#most = most;
    this.#count = least;
  }

  get count(): number {
    return this.#count;
  }

  /**
   * One has come to its end.
   *
   * @param time that it took, milliseconds; infinite for one that failed
   * @param waiting how many wait
   */
  ended(time: number, waiting: number): void {
    if (time > SLOW) this.#count = this.#least;
    else if (time < QUICK && waiting > this.#count && this.#count < this.#most) this.#count++;
  }
}
