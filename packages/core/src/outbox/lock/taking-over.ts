import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { SessionLock } from './lock.js';
import {
  fateOf,
  LOCK_LATE,
  LOCK_STALE,
  type LockFile,
  type LockOwner,
  nextNumber,
  readLocks,
  rerunning,
} from './lock-file.js';

export interface TakingOver {
  /** How long to wait for a holder that may be dead, milliseconds. */
  patience: number;
  /** Whether an unknown holder counts as dead, unless it shows a sign of life. */
  force: boolean;
  /** Whether nothing will be delivered. A holder that looks silent then counts as silent without being watched. */
  isDryRun: boolean;
}

/** A session's lock, and what is known about its previous owners. */
export interface Taken {
  /** Undefined if no lock can be written. Then two processes may deliver everything twice, which is better than never. */
  lock: SessionLock | undefined;
  /** Among owners that were silent for a minute and may still be alive, the one that created the session. */
  maybeAlive: LockOwner | undefined;
}

/** The highest possible number of a lock's file. No process reaches it by counting. */
const HIGHEST = 999_999_999;
/** Errors that prevent writing a lock file although the journal is readable: no room, or a folder that is read-only or foreign. */
const UNWRITABLE: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM']);
/** How often to check locks, milliseconds. */
const LOOK_EVERY = 200;

/** Takes a session's lock, or returns its owner, or the `exec` that runs its tests again. Throws if the folder is not writable. */
export async function takeOver(
  directory: string,
  { patience, force, isDryRun }: TakingOver,
): Promise<Taken | LockOwner> {
  const exec = rerunning(directory);
  if (exec !== undefined) return exec;
  /** When each last sign of life was first seen, by this process's own clock, the only trustworthy one. */
  const seen = new Map<number, { beat: number; since: number }>();
  for (const begun = performance.now(); ; await setTimeout(LOOK_EVERY)) {
    const locks = readLocks(directory);
    const last = locks.at(-1);
    if (last !== undefined && last.number >= HIGHEST) return last.owner;
    const unknown: LockFile[] = [];
    let recent: LockOwner | undefined;
    for (const lock of locks) {
      const { number, owner } = lock;
      const fate = fateOf(lock);
      if (fate === 'over') continue;
      const first = seen.get(number) ?? { beat: owner.beat, since: performance.now() };
      seen.set(number, first);
      if (fate === 'living' || owner.beat !== first.beat) return owner;
      const observed = performance.now() - first.since;
      const silence = observed + Math.max(0, Date.now() - observed - owner.beat);
      if ((observed < LOCK_LATE && !isDryRun) || (silence <= LOCK_STALE && !force)) recent ??= owner;
      unknown.push(lock);
    }
    // If another process is faster, the next check shows which one.
    const taken = recent === undefined ? take(directory, locks, force ? [] : unknown) : undefined;
    if (taken !== undefined) return taken;
    if (recent !== undefined && performance.now() - begun > patience) return recent;
  }
}

/** Undefined if another process was faster. */
function take(directory: string, locks: readonly LockFile[], kept: readonly LockFile[]): Taken | undefined {
  const maybeAlive = kept[0]?.owner;
  let lock: SessionLock | undefined;
  try {
    lock = SessionLock.take(directory, nextNumber(locks));
  } catch (error) {
    if (error instanceof Error && 'code' in error && UNWRITABLE.has(error.code)) return { lock, maybeAlive };
    throw error;
  }
  if (lock === undefined) return undefined;
  for (const old of locks) if (!kept.includes(old)) rmSync(old.path, { force: true, recursive: true });
  return { lock, maybeAlive };
}
