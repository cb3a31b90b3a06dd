import type { ErrorView } from '../format.js';
import { locationInStack } from './error-location.js';
import { isSameFile } from './same-file.js';

/** Why a test failed. */
export interface Failure {
  message: string;
  /** File and line where the error was thrown; empty if unknown. */
  place: string;
}

/**
 * @param error of the result's view; undefined for an older journal
 * @param message of the result
 * @param file of the test
 * @param root folder of the suite, if the error may lack its location
 */
export function failureOf(
  error: ErrorView | undefined,
  message: string,
  file: string,
  root: string | undefined,
): Failure {
  const place = error?.location ?? (root === undefined ? undefined : locationInStack(error, root));
  return {
    message: error?.message || message,
    place: place === undefined ? '' : `${isSameFile(place.file, file) ? file : place.file}:${place.line}`,
  };
}
