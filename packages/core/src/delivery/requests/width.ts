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
 * How many requests go at once. While others wait, each one that was quick makes room for one more; a slow or failed one
 * takes all that room back.
 */
export class Width {
  #least: number;
  #most: number;
  #count: number;
  #underWay = 0;

  /**
   * @param least at once, whatever they take
   * @param most at once
   */
  constructor(least: number, most = atMost(least)) {
    this.#least = least;
    this.#most = most;
    this.#count = least;
  }

  /** How many may be under way. */
  get count(): number {
    return this.#count;
  }

  get underWay(): number {
    return this.#underWay;
  }

  get hasRoom(): boolean {
    return this.#underWay < this.#count;
  }

  /** Settles as the task does, which begins at once. @param othersWait whether they do when it has ended */
  async run<T>(task: () => Promise<T>, othersWait: () => boolean): Promise<T> {
    this.#underWay++;
    const begun = performance.now();
    let time = Number.POSITIVE_INFINITY;
    try {
      const value = await task();
      time = performance.now() - begun;
      return value;
    } finally {
      this.#underWay--;
      if (time > SLOW) this.#count = this.#least;
      else if (time < QUICK && this.#count < this.#most && othersWait()) this.#count++;
    }
  }
}
