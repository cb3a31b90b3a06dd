import type { ErrorView } from '../format.js';
import { locationInStack, shownFile } from './error-location.js';

/** Why a test failed. */
export interface Failure {
  message: string;
  /** File and line where the error was thrown; empty if unknown. */
  place: string;
  /** Stands for an unknown place: the test's own line, or else its file and titles. */
  test?: string;
}

/** A test, as far as it tells failures without a place apart. */
interface FailedTest {
  file: string;
  titles: readonly string[];
  line?: number | undefined;
}

/**
 * @param errors of the result's view. A test that ran out of time fails without a place, and then where it waited
 * @param message of the result
 * @param root folder of the suite, if the error may lack its location, or name an absolute path
 */
export function failureOf(
  errors: readonly ErrorView[],
  message: string,
  { file, titles, line }: FailedTest,
  root: string | undefined,
): Failure {
  const [error] = errors;
  // Of such a failure, only the message is known.
  if (error === undefined) return { message, place: '' };
  const place = placeOf(errors, root);
  return {
    message: error.message || message,
    ...(place === undefined
      ? { place: '', test: line === undefined ? [file, ...titles].join('\n') : `${file}:${line}` }
      : { place: `${shownFile(place.file, file, root)}:${place.line}` }),
  };
}

/** The first known place of a result's errors. */
export function placeOf(errors: readonly ErrorView[], root?: string): ErrorView['location'] {
  for (const error of errors) {
    const place = error.location ?? (root === undefined ? undefined : locationInStack(error, root));
    if (place !== undefined) return place;
  }
  return undefined;
}
