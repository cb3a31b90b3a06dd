import type { Attachments } from './attachments.js';
import { BackgroundWork, DAY, HOUR } from './background.js';
import type { Store } from './database/store.js';
import type { Expired } from './database/views.js';

/** How much to keep. */
export interface Keeping {
  days: number | undefined;
  runs: number | undefined;
}

/**
 * Deletes runs that are over and no longer wanted, and attachments that no run names, now and once an hour.
 * @param say is called with how many runs were deleted, or with the reason of a failure
 */
export function keep(
  store: Store,
  attachments: Attachments,
  { days, runs }: Keeping,
  say: (text: string) => void,
): BackgroundWork {
  const work = async (signal: AbortSignal) => {
    const now = Date.now();
    const expired: Expired = {
      ...(days === undefined ? {} : { before: new Date(now - days * DAY).toISOString() }),
      ...(runs === undefined ? {} : { beyond: runs }),
    };
    const deleted = await each(() => store.expiredRuns(expired), store.deleteRun.bind(store), signal);
    if (deleted > 0) say(`Deleted ${deleted} old run${deleted === 1 ? '' : 's'}.`);
    // An upload whose result has not arrived yet is younger.
    const before = new Date(now - DAY).toISOString();
    await each(
      () => store.unusedAttachments(before),
      (id) => attachments.remove({ id }),
      signal,
    );
  };
  return new BackgroundWork(work, HOUR, ({ message }) => say(`Could not delete old runs: ${message}`));
}

/** Deletes what is found, until nothing is. Returns how many. */
async function each(
  find: () => Promise<string[]>,
  remove: (id: string) => Promise<void>,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (let found = await find(); found.length > 0; found = await find()) {
    for (const id of found) {
      if (signal.aborted) return deleted;
      await remove(id);
      deleted++;
    }
  }
  return deleted;
}
