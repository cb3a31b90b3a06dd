const BASE = 250;
const CEILING = 15_000;

/**
 * How long to wait before the next try, milliseconds: exponential with full jitter, and never before the service
 * said that it wants to be asked again.
 *
 * @param attempt tries made so far, from 1
 * @param retryAfter what the service's Retry-After said, milliseconds
 */
export function backoff(attempt: number, retryAfter: number | undefined, random: () => number = Math.random): number {
  const window = Math.min(CEILING, BASE * 2 ** Math.min(attempt - 1, 16));
  const jittered = random() * window;
  return retryAfter === undefined ? jittered : retryAfter + jittered;
}
