const DIGITS = /^\d{1,9}$/;

/**
 * A worker's number for reports, from 0; undefined if it is not a number.
 * @param id the framework's id of the worker, from the worker's environment
 * @param first the framework's id of its first worker
 */
export function workerNumber(id: unknown, first: number): number | undefined {
  const number = typeof id === 'string' && DIGITS.test(id) ? Number(id) - first : -1;
  return number >= 0 ? number : undefined;
}
