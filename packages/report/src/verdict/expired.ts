import type { KnownInRun } from '../format.js';
import { knownFailureExpired } from '../messages.js';

/** A sentence for each entry past its last day whose test is in the run. */
export function expiredSentences(known: readonly KnownInRun[]): string[] {
  return known
    .filter(({ isExpired }) => isExpired)
    .map(({ test, until, owner }) => knownFailureExpired(test, until, owner));
}
