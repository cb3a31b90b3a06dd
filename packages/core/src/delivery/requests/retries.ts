import { isRetryable, retryRuleOf } from '../../service/answers/retry-rule.js';
import { ServiceError } from '../../service/errors.js';
import type { DeliveryAccount } from '../delivery-account.js';
import { sleep } from './abortable.js';
import { Backoff, SHORTAGE_WAIT } from './backoff.js';
import type { ServiceHealth } from './service-health.js';

/** How often a request may fail in the last try: often enough for a service that restarts in between. */
const LAST_TRIES = 5;
const RESULTS: ReadonlySet<string> = new Set(['post-results', 'post-legacy-result']);

/**
 * Retries each request until the answer is final, and rejects with that answer's error. If the service asks us to wait
 * (Retry-After), all requests with the same health wait.
 */
export class Retries {
  readonly #health: ServiceHealth;
  readonly #account: Pick<DeliveryAccount, 'troubled'>;
  readonly #signal: AbortSignal;
  readonly #backoff: Backoff;

  /**
   * @param health is informed of every answer, and decides when a request may be sent
   * @param account is informed of the reason for every retry
   * @param signal aborted when delivery gives up; waiting requests then reject with its reason
   */
  constructor(health: ServiceHealth, account: Pick<DeliveryAccount, 'troubled'>, signal: AbortSignal) {
    this.#health = health;
    this.#account = account;
    this.#signal = signal;
    this.#backoff = new Backoff(signal);
  }

  /** Limits the pauses before retries to this many milliseconds, including the rest of those in progress. */
  limitPauses(longest: number): void {
    this.#backoff.limit(longest);
  }

  async send<T>(request: () => Promise<T>): Promise<T> {
    this.#health.asked();
    try {
      /** How often it has failed, by error code. */
      const failures = new Map<string, number>();
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.#try(request);
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          const { tries, pause, shows } = retryRuleOf(error);
          const times = (failures.get(error.code) ?? 0) + 1;
          failures.set(error.code, times);
          // 429 (too many requests) says nothing about this one.
          const isLast = this.#health.isLastTry && shows !== 'nothing' && error.status !== 429;
          if (times >= (isLast ? Math.min(tries, LAST_TRIES) : tries)) throw error;
          if (this.#health.isSearching && error.status === 500 && RESULTS.has(error.operation)) throw error;
          this.#account.troubled(error.message);
          if (pause === 'brief') await sleep(SHORTAGE_WAIT, this.#signal);
          else await this.#backoff.pause(attempt);
        }
      }
    } finally {
      this.#health.settled();
    }
  }

  /** Sends the request once, as soon as the service allows, and updates its health from the answer. */
  async #try<T>(request: () => Promise<T>): Promise<T> {
    const { breaker } = this.#health;
    await breaker.enter(this.#signal);
    try {
      const answer = await request();
      breaker.answered();
      this.#health.answered();
      this.#health.progressed();
      return answer;
    } catch (error) {
      const { shows } = retryRuleOf(error);
      if (shows === 'an answer') {
        breaker.answered(error instanceof ServiceError && isRetryable(error) ? error.retryAfterMs : undefined);
        this.#health.answered();
      } else if (shows === 'no answer') breaker.failed();
      else breaker.withdrawn();
      throw error;
    }
  }
}
