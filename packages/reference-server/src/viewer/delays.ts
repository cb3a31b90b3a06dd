interface Failures {
  count: number;
  /** Until when the next try is refused, epoch milliseconds. */
  until: number;
}

/** Places where someone fails to sign in: an address, and an address with the name of a user. */
type Places = readonly [address: string, addressAndUser: string];

/** Delays failed sign-ins longer and longer, and no others. */
export class Delays {
  readonly #failures = new Map<string, Failures>();

  /** How long to wait until the next try, milliseconds. */
  left(places: Places, now: number): number {
    return Math.max(0, ...places.map((place) => (this.#failures.get(place)?.until ?? 0) - now));
  }

  failed(places: Places, now: number): void {
    if (this.#failures.size > MOST) this.#forget(now);
    for (const [index, place] of places.entries()) {
      const before = this.#failures.get(place);
      const count = before !== undefined && now - before.until < FORGIVEN ? before.count + 1 : 1;
      const above = count - (FREE[index] ?? 0);
      const wait = above <= 0 ? 0 : Math.min(LONGEST, 1000 * 2 ** (above - 1));
      this.#failures.set(place, { count, until: now + wait });
    }
  }

  succeeded([, addressAndUser]: Places): void {
    this.#failures.delete(addressAndUser);
  }

  /** Forgets failures that delay nothing any more; all of them if that is not enough. */
  #forget(now: number): void {
    for (const [place, { until }] of this.#failures) if (until + LONGEST < now) this.#failures.delete(place);
    if (this.#failures.size > MOST) this.#failures.clear();
  }
}

/** Failures without a delay: of an address, which may be a whole office's, and of one user there. */
const FREE = [20, 3];
/** Milliseconds. */
const LONGEST = 60_000;
/** After so much time without a failure, earlier ones no longer count, milliseconds. */
const FORGIVEN = 3_600_000;
/** How many places to remember. */
const MOST = 10_000;
