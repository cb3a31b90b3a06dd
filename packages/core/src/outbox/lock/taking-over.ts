import { setTimeout } from 'node:timers/promises';
import { removeLock, SessionLock } from './lock.js';
import { isOfOriginal, type LockFile, type LockOwner, readLocks } from './lock-file.js';
import { type Holders, HolderWatch } from './lock-holders.js';
import { isProcess, isSamePidSpace, whereabouts } from './whereabouts.js';

export interface TakingOver {
  /** How long to wait for a holder that may be dead, milliseconds. */
  patience: number;
  /** A holder of which nothing is known counts as dead. One that shows a sign of life does not. */
  force: boolean;
  /** Nothing is going to be delivered: a holder that looks silent is believed to be. */
  isDryRun: boolean;
}

/** A session's lock, and what is known of those who had it before. */
export interface Taken {
  /** Undefined where none can be written: then two may deliver everything twice, which is better than never. */
  lock: SessionLock | undefined;
  /** Of those who were silent for a minute, and whose fate nothing proves, the one that made the session. */
  maybeAlive: LockOwner | undefined;
  /** The folder is a copy, and the process that made the session is still at work on the original. */
  isCopyOfLiving: boolean;
}

/** The highest number that a lock's file can have: whoever finds it there has not come to it by counting. */
const HIGHEST = 999_999_999;
/** Why a lock file can't be written where a journal can be read: no room or no inode, a read-only or foreign folder. */
const UNWRITABLE: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM']);
/** How often locks are looked at, milliseconds. */
const LOOK_EVERY = 200;

/** Takes a session's lock, or says who has it. Throws when the folder can't be written to. */
export async function takeOver(directory: string, how: TakingOver): Promise<Taken | LockOwner> {
  const watch = new HolderWatch(directory);
  const begun = performance.now();
  for (;;) {
    const locks = readLocks(directory);
    const last = locks.at(-1);
    if (last !== undefined && last.number >= HIGHEST) return last.owner;
    const holders = await watch.look(locks, how.isDryRun);
    if (holders.living !== undefined) return holders.living;
    const [waitedFor] = stillRecent(holders, watch, how);
    if (waitedFor === undefined) {
      const taken = await take(directory, locks, holders, watch, how);
      if (taken !== undefined) return taken;
      // Somebody was quicker: the next look says who.
    } else {
      if (performance.now() - begun > how.patience) return waitedFor.owner;
      await setTimeout(LOOK_EVERY);
    }
  }
}

/** Holders to wait for. With force, only long enough to see whether a sign of life comes. */
function stillRecent({ recent }: Holders, watch: HolderWatch, { force }: TakingOver): LockFile[] {
  return force ? recent.filter((lock) => !watch.isCertain(lock)) : recent;
}

/** Undefined: others were quicker, or have stirred. */
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
  // What was seen may be long past; and a holder that wakes up beats before it looks who has come after it.
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
