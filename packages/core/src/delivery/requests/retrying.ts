import type { RequestOptions } from '../../service/client.js';
import { ServiceError } from '../../service/errors.js';
import { isRetryable, retryRuleOf } from '../../service/retry-rule.js';
import { sleep } from './abortable.js';
import { backoff } from './backoff.js';
import type { CircuitBreaker } from './circuit-breaker.js';

export interface RetryContext {
  breaker: CircuitBreaker;
  /** Aborted when delivery gives up; what then waits rejects with its reason. */
  signal: AbortSignal;
  /** Around each call, however often its request is made again. */
  onAsk(): void;
  onSettled(): void;
  /** Every answer, those that do what was asked, and why the last request is made again: for the closing rules and the summary. */
  onAnswer(): void;
  onProgress(): void;
  onFailure(error: ServiceError): void;
  /** Asked before each request: a promise while another process delivers the same journal. */
  turn?(): Promise<void> | undefined;
}

/** How soon what failed for want of a file descriptor is tried again, milliseconds: the service is not asked for that. */
export const SHORTAGE_WAIT = 100;
/**
 * Makes a request until it is answered with something that another try would not change. What the service asks us to
 * wait (Retry-After) holds back every request that passes the same breaker.
 * Rejects with that answer's error, or with the signal's reason.
 */
export async function retrying<T>(request: (options: RequestOptions) => Promise<T>, context: RetryContext): Promise<T> {
  context.onAsk();
  try {
    return await untilAnswered(request, context);
  } finally {
    context.onSettled();
  }
}

async function untilAnswered<T>(request: (options: RequestOptions) => Promise<T>, context: RetryContext): Promise<T> {
  /** How often it has failed, by the errors' codes. */
  const failures = new Map<string, number>();
  for (let attempt = 1; ; attempt++) {
    await context.breaker.enter(context.signal);
    const turn = context.turn?.();
    if (turn !== undefined) await turn;
    try {
      const answer = await request({ signal: context.signal });
      context.breaker.answered();
      context.onAnswer();
      context.onProgress();
      return answer;
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        context.breaker.withdrawn();
        throw error;
      }
      const { tries, pause, shows } = retryRuleOf(error);
      if (shows === 'an answer') {
        context.breaker.answered(isRetryable(error) ? error.retryAfterMs : undefined);
        context.onAnswer();
      } else if (shows === 'no answer') context.breaker.failed();
      else context.breaker.withdrawn();
      const times = (failures.get(error.code) ?? 0) + 1;
      failures.set(error.code, times);
      if (times >= tries) throw error;
      context.onFailure(error);
      await sleep(pause === 'brief' ? SHORTAGE_WAIT : backoff(attempt), context.signal);
    }
  }
}
