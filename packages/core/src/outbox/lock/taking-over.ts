import { setTimeout } from 'node:timers/promises';
import { removeLock, SessionLock } from './lock.js';
import { isOfOriginal, type LockFile, type LockOwner, readLocks, rerunning } from './lock-file.js';
import { type Holders, HolderWatch } from './lock-holders.js';
import { isProcess, isSamePidSpace, whereabouts } from './whereabouts.js';

export interface TakingOver {
  /** How long to wait for a holder that may be dead, milliseconds. */
  patience: number;
  /** Whether an unknown holder counts as dead, unless it shows a sign of life. */
  force: boolean;
  /** Whether nothing will be delivered. A holder that looks silent then counts as silent without being watched. */
  isDryRun: boolean;
}

/** A session's lock, and the states of its previous owners. */
export interface Taken {
  /** Undefined if no lock can be written. Then two processes may deliver everything twice, which is better than never. */
  lock: SessionLock | undefined;
  /** Among owners that were silent for a minute and are not proven dead, the one that created the session. */
  maybeAlive: LockOwner | undefined;
  /** Whether the folder is a copy, and the process that created the session is still working on the original. */
  isCopyOfLiving: boolean;
}

/** The highest possible number of a lock's file. No process reaches it by counting. */
const HIGHEST = 999_999_999;
/**
 * Errors that prevent writing a lock file although the journal is readable: no room or no inode, a read-only or foreign
 * folder.
 */
const UNWRITABLE: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM']);
/** How often to check locks, milliseconds. */
const LOOK_EVERY = 200;

/** Takes a session's lock, or returns its owner, or the `exec` that runs its tests again. Throws if the folder is not writable. */
export async function takeOver(directory: string, how: TakingOver): Promise<Taken | LockOwner> {
  const exec = rerunning(directory);
  if (exec !== undefined) return exec;
  const watch = new HolderWatch(directory);
  const begun = performance.now();
  for (;;) {
    const locks = readLocks(directory);
    const last = locks.at(-1);
    if (last !== undefined && last.number >= HIGHEST) return last.owner;
    const holders = await watch.check(locks, how.isDryRun);
    if (holders.living !== undefined) return holders.living;
    const [waitedFor] = stillRecent(holders, watch, how);
    if (waitedFor === undefined) {
      const taken = await take(directory, locks, holders, watch, how);
      if (taken !== undefined) return taken;
      // Another process was faster. The next check shows which one.
    } else {
      if (performance.now() - begun > how.patience) return waitedFor.owner;
      await setTimeout(LOOK_EVERY);
    }
  }
}

/** Holders to wait for. With force, only long enough to notice a sign of life. */
function stillRecent({ recent }: Holders, watch: HolderWatch, { force }: TakingOver): LockFile[] {
  return force ? recent.filter((lock) => !watch.isCertain(lock)) : recent;
}

/** Undefined if others were faster, or showed a sign of life. */
async function take(
  directory: string,
  before: readonly LockFile[],
  { over, silent, recent }: Holders,
  watch: HolderWatch,
  { force }: TakingOver,
): Promise<Taken | undefined> {
  const isCopyOfLiving = over.some(({ owner }) => isOfOriginal(owner, directory) && isThere(owner));
  const taken = { maybeAlive: force ? undefined : silent[0]?.owner, isCopyOfLiving };
  let lock: SessionLock | undefined;
  try {
    lock = SessionLock.take(directory, (before.at(-1)?.number ?? 0) + 1);
  } catch (error) {
    if (error instanceof Error && 'code' in error && UNWRITABLE.has(error.code)) return { ...taken, lock };
    throw error;
  }
  if (lock === undefined) return undefined;
  const after = readLocks(directory);
  const unsure = [...silent, ...recent];
  // The observation may be outdated, and a holder that wakes up beats before it checks for a successor.
  const isLast = after.at(-1)?.number === lock.number;
  const stirred = after.some((file) => unsure.some(({ number }) => number === file.number) && watch.hasStirred(file));
  if (!isLast || stirred) {
    lock.withdraw();
    return undefined;
  }
  for (const file of force ? [...over, ...unsure] : over) removeLock(directory, file);
  await lock.listen();
  return { ...taken, lock };
}

function isThere({ released, pid, ...where }: LockOwner): boolean {
  return released !== true && isSamePidSpace(where, whereabouts()) && isProcess(pid);
}
