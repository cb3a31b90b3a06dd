const DIGITS = /^\d{1,9}$/;

/**
 * A worker's number as reports have it, from 0; undefined for what is no number.
 * @param id what the framework calls the worker, in that worker's environment
 * @param first what it calls its first worker
 */
export function workerNumber(id: unknown, first: number): number | undefined {
  const number = typeof id === 'string' && DIGITS.test(id) ? Number(id) - first : -1;
  return number >= 0 ? number : undefined;
}
