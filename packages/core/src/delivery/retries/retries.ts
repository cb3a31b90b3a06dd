import { ServiceError } from '../../service/errors.js';
import type { DeliveryAccount } from '../delivery-account.js';
import { retryRuleOf } from './retry-rule.js';
import type { ServiceHealth } from './service-health.js';

/** The first pause before a retry, at most; milliseconds. It doubles with each attempt. */
const FIRST_PAUSE = 250;
/** Longest pause while the suite runs, milliseconds. */
const LONGEST_PAUSE = 15_000;
/** How soon to retry after a problem of our own, such as no free file descriptor; milliseconds. This does not affect the service. */
export const OWN_WAIT = 100;
/** How often a request may fail in the last try: often enough for a service that restarts in between. */
const LAST_TRIES = 5;
const RESULTS: ReadonlySet<string> = new Set(['post-results', 'post-legacy-result']);

/** Retries each request until the answer is final, with exponential backoff and full jitter, and rejects with that answer's error. */
export class Retries {
  readonly #health: ServiceHealth;
  readonly #account: Pick<DeliveryAccount, 'troubled'>;
  readonly #signal: AbortSignal;
  #longestPause = LONGEST_PAUSE;

  /**
   * @param health is informed of every answer, and decides when a request may be sent
   * @param account is informed of the reason for every retry
   * @param signal aborted when delivery gives up; waiting requests then reject with its reason
   */
  constructor(health: ServiceHealth, account: Pick<DeliveryAccount, 'troubled'>, signal: AbortSignal) {
    this.#health = health;
    this.#account = account;
    this.#signal = signal;
  }

  /** Limits the pauses before retries to this many milliseconds, including those in progress. */
  limitPauses(longest: number): void {
    this.#longestPause = longest;
    this.#health.recheck();
  }

  async send<T>(request: () => Promise<T>): Promise<T> {
    this.#health.asked++;
    try {
      /** How often it has failed, by error code. */
      const failures = new Map<string, number>();
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.#try(request);
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          const times = (failures.get(error.code) ?? 0) + 1;
          failures.set(error.code, times);
          if (this.#isFinal(error, times)) throw error;
          this.#account.troubled(error.message);
          await this.#pause(error, attempt);
        }
      }
    } finally {
      this.#health.asked--;
    }
  }

  /** Sends the request once, as soon as the service allows. */
  async #try<T>(request: () => Promise<T>): Promise<T> {
    await this.#health.enter(this.#signal);
    try {
      const answer = await request();
      this.#health.left('success');
      return answer;
    } catch (error) {
      if (!(error instanceof ServiceError)) this.#health.left('nothing');
      else this.#health.left(retryRuleOf(error).shows, error.isRetryable ? error.retryAfterMs : 0);
      throw error;
    }
  }

  #isFinal(error: ServiceError, times: number): boolean {
    const { isLastTry, isSearching } = this.#health;
    const { tries, shows } = retryRuleOf(error);
    if (isSearching && error.status === 500 && RESULTS.has(error.operation)) return true;
    // 429 (too many requests) says nothing about this one.
    const isLast = isLastTry && shows !== 'nothing' && error.status !== 429;
    return times >= (isLast ? Math.min(tries, LAST_TRIES) : tries);
  }

  #pause(error: ServiceError, attempt: number): Promise<void> {
    const begun = performance.now();
    const share = Math.random();
    const isOurs = retryRuleOf(error).shows === 'nothing';
    const length = () => (isOurs ? OWN_WAIT : share * Math.min(FIRST_PAUSE * 2 ** (attempt - 1), this.#longestPause));
    return this.#health.until(() => begun + length(), this.#signal);
  }
}
