/** How soon to retry after running out of file descriptors, milliseconds. This does not affect the service. */
export const SHORTAGE_WAIT = 100;
const BASE = 250;
const CEILING = 15_000;

/**
 * How long to wait before the next attempt, milliseconds: exponential with full jitter.
 * @param attempt number of attempts so far, from 1
 */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const window = Math.min(CEILING, BASE * 2 ** Math.min(attempt - 1, 16));
  return random() * window;
}
