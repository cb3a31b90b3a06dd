import { hash, randomBytes } from 'node:crypto';

/** Tokens that are valid once, and for a minute. */
export class OneTimeTokens {
  /** Until when each token is valid, epoch milliseconds, by its digest. */
  readonly #valid = new Map<string, number>();

  /** A new token: 43 characters of base64url. @param now epoch milliseconds */
  make(now: number): string {
    for (const [digest, until] of this.#valid) if (until <= now) this.#valid.delete(digest);
    const token = randomBytes(32).toString('base64url');
    this.#valid.set(digestOf(token), now + LIFETIME);
    return token;
  }

  /** Whether the token was valid until now. @param now epoch milliseconds */
  spend(token: string, now: number): boolean {
    const digest = digestOf(token);
    const until = this.#valid.get(digest) ?? 0;
    this.#valid.delete(digest);
    return now < until;
  }
}

/** Milliseconds. */
const LIFETIME = 60_000;

/** Looked up instead of the token, so that the time of the lookup reveals nothing about one. */
function digestOf(token: string): string {
  return hash('sha256', token);
}
