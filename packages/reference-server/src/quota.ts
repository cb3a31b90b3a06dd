import { ProblemError } from './problem.js';

/** The maximum size of all attachments together. */
export class Quota {
  readonly #limit: number;
  readonly #total: () => Promise<number>;
  /** The size of all attachments when the database was last asked, plus uploads since then. */
  #used = 0;
  #askedAt = Number.NEGATIVE_INFINITY;
  /** Bytes of uploads in progress. */
  #underWay = 0;

  /**
   * @param limit bytes
   * @param total size of all attachments in the database, bytes. Called from time to time, because other servers add to it
   */
  constructor(limit: number, total: () => Promise<number>) {
    this.#limit = limit;
    this.#total = total;
  }

  /** Starts an upload's share. Rejects with a 507 if nothing is left. */
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
    return new ProblemError(507, `The attachments exceed their quota of ${this.#limit} bytes.`);
  }
}

/** The part of the quota that one upload uses. */
export interface Share {
  /** Throws a 507 if less is left. */
  take(bytes: number): void;
  /** Call it once, whether or not the upload succeeds. */
  end(isStored: boolean): void;
}

/** How long to reuse the database's answer, milliseconds. */
const FRESH = 10_000;
