import type { ErrorView } from '../format.js';
import { locationInStack, shownFile } from './error-location.js';

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
 * @param root folder of the suite, if the error may lack its location, or name an absolute path
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
    place: place === undefined ? '' : `${shownFile(place.file, file, root)}:${place.line}`,
  };
}
