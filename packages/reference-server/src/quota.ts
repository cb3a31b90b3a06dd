import { ProblemError } from './problem.js';

/** How much all attachments together may take. */
export class Quota {
  readonly #limit: number;
  readonly #total: () => Promise<number>;
  /** What the attachments took when it was last asked for, and those since. */
  #used = 0;
  #askedAt = Number.NEGATIVE_INFINITY;
  /** Of uploads that have not ended. */
  #underWay = 0;

  /**
   * @param limit bytes
   * @param total what all attachments in the database take, bytes. It is asked now and then, since other servers add to it
   */
  constructor(limit: number, total: () => Promise<number>) {
    this.#limit = limit;
    this.#total = total;
  }

  /** The share of an upload that begins. Rejects with a 507 when nothing is left. */
  async begin(): Promise<Share> {
    if (this.#limit < Number.POSITIVE_INFINITY && performance.now() - this.#askedAt > FRESH) {
      this.#used = await this.#total();
      this.#askedAt = performance.now();
    }
    if (this.#used + this.#underWay >= this.#limit) throw this.#full();
    let size = 0;
    return {
      take: (bytes) => {
        size += bytes;
        this.#underWay += bytes;
        if (this.#used + this.#underWay > this.#limit) throw this.#full();
      },
      end: (isStored) => {
        this.#underWay -= size;
        if (isStored) this.#used += size;
      },
    };
  }

  #full(): ProblemError {
    return new ProblemError(507, `The attachments may take ${this.#limit} bytes, which is their quota, and not more.`);
  }
}

/** What one upload takes. */
export interface Share {
  /** Throws a 507 when less is left. */
  take(bytes: number): void;
  /** Once, however the upload ends. */
  end(isStored: boolean): void;
}

/** How long the answer of the database holds, milliseconds. */
const FRESH = 10_000;
