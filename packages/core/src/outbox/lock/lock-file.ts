import { type BigIntStats, lstatSync, readdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../format/plain-files.js';
import { roundsOf } from '../format/rerun.js';
import { type ProcessIdentity, stateOf } from './process-identity.js';

/** The process that delivers a session's journal, as its lock file says. */
export interface LockOwner extends ProcessIdentity {
  /** Last sign of life, epoch milliseconds. */
  beat: number;
  /** The lock file's inode, by which a copy is recognized. */
  inode?: string | undefined;
  released?: true;
}

/** One of the lock's files. They are numbered, and the owner of the highest number delivers. */
export interface LockFile {
  number: number;
  path: string;
  owner: LockOwner;
  /** Whether the file is a copy: its owner knows another folder. */
  isCopy: boolean;
}

/** How often an owner shows a sign of life, milliseconds. */
export const LOCK_BEAT = 2_000;
/** A living owner shows at least one sign of life within this time, milliseconds. */
export const LOCK_LATE = LOCK_BEAT + 1_000;
/** An owner about which nothing else is known has lost its lock after this time without a sign of life; milliseconds. */
export const LOCK_STALE = 60_000;
/** Bytes. */
const LONGEST = 64 * 1024;
const NAME = /^lock\.(\d{1,9})$/;

/** The lock's files, lowest number first. Throws if the folder can't be read. */
export function readLocks(directory: string): LockFile[] {
  const locks: LockFile[] = [];
  for (const name of readdirSync(directory)) {
    const number = NAME.exec(name)?.[1];
    const path = join(directory, name);
    const status = number === undefined ? undefined : lstatSync(path, { throwIfNoEntry: false, bigint: true });
    if (status === undefined) continue;
    const owner = readOwner(path, status);
    const isCopy = owner.inode !== undefined && owner.inode !== `${status.ino}` && !isForeignFileSystem(directory);
    locks.push({ number: Number(number), path, owner, isCopy });
  }
  return locks.sort((one, other) => one.number - other.number);
}

export function nextNumber(locks: readonly LockFile[]): number {
  return (locks[locks.length - 1]?.number ?? 0) + 1;
}

/**
 * What is known about a lock's owner. `over`: it has released the lock, has ended, or can't write to this folder. `living`: it exists, but
 * may be suspended. `unknown`: only its signs of life can tell.
 */
export function fateOf({ owner, isCopy }: LockFile): 'over' | 'living' | 'unknown' {
  const state = owner.released ? 'gone' : stateOf(owner);
  if (state === 'running') return 'living';
  return state === 'gone' || (state === 'elsewhere' && isCopy) ? 'over' : 'unknown';
}

/** Whether the owner seems to be delivering now. Quick and cautious: with more time, watch its signs of life. */
export function isHeld(lock: LockFile): boolean {
  const fate = fateOf(lock);
  return fate === 'living' || (fate === 'unknown' && Date.now() - lock.owner.beat <= LOCK_STALE);
}

/** The `testpoint exec` that is alive and runs a session's failed tests again. */
export function rerunning(directory: string): LockOwner | undefined {
  const rounds = roundsOf(directory);
  return rounds === undefined ? undefined : readLocks(rounds).find(isHeld)?.owner;
}

/** Whether a process seems to be delivering a session right now. */
export function isLocked(directory: string): boolean {
  try {
    return readLocks(directory).some(isHeld) || rerunning(directory) !== undefined;
  } catch {
    // Its folder is gone: the process that deleted it was delivering it.
    return true;
  }
}

/** Linux ids of file systems that another kernel may share: NFS, SMB, CIFS, SMB2, 9P, FUSE, Ceph, AFS, VirtualBox. */
const FOREIGN = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x00c36400, 0x5346414f, 0x786f4256,
]);

/** Whether another machine may use the folder at the same time. A file's inode need not be the same there. */
export function isForeignFileSystem(directory: string): boolean {
  if (process.platform !== 'linux') return false;
  try {
    // 32 bits, signed on some architectures.
    return FOREIGN.has(statfsSync(directory).type >>> 0);
  } catch {
    return true;
  }
}

function readOwner(path: string, status: BigIntStats): LockOwner {
  // For a lock that is being written right now, or was never completed. Its file shows how old it is.
  const torn = { pid: 0, host: '', beat: Number(status.mtimeMs) };
  // Whatever holds a session writes a plain file.
  if (!status.isFile()) return { ...torn, released: true };
  try {
    const owner: unknown = JSON.parse(readText(path, LONGEST));
    return isOwner(owner) ? owner : torn;
  } catch {
    return torn;
  }
}

/** The other members are only compared. */
function isOwner(value: unknown): value is LockOwner {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, host, beat } = value as Partial<Record<keyof LockOwner, unknown>>;
  return typeof pid === 'number' && typeof host === 'string' && typeof beat === 'number';
}
