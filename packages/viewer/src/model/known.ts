import type { KnownFailure, KnownInRun, RunData } from '@testpoint/report/format';

/** What the team knows about a failed test, expired or not. */
export function knownOf({ known }: RunData, key: string): KnownInRun | undefined {
  return known?.find(({ keys }) => keys.includes(key));
}

/** "Slow server, Ada, until 2026-12-31" */
export function wordsOf({ reason, owner, until }: KnownFailure): string {
  return [reason, owner, until === undefined ? undefined : `until ${until}`].filter(Boolean).join(', ');
}
