/** How soon what failed for want of a file descriptor is tried again, milliseconds: the service is not asked for that. */
export const SHORTAGE_WAIT = 100;
const BASE = 250;
const CEILING = 15_000;

/**
 * How long to wait before the next try, milliseconds: exponential with full jitter.
 *
 * @param attempt tries made so far, from 1
 */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const window = Math.min(CEILING, BASE * 2 ** Math.min(attempt - 1, 16));
  return random() * window;
}
