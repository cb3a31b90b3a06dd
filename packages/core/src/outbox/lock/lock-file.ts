import { lstatSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../format/plain-files.js';
import { roundsOf } from '../format/rerun.js';
import { sessionFiles } from '../format/session-files.js';
import { isProcess, isSamePidSpace, type Whereabouts, whereabouts } from './whereabouts.js';

/** The process that delivers a session's journal, from the lock's file. */
export interface LockOwner extends Whereabouts {
  pid: number;
  /** Unlike a process id, it is never reused. */
  token: string;
  /** Last sign of life, epoch milliseconds. */
  beat: number;
  /** The journal's inode. */
  journal?: string;
  /** The owner's socket: a name in the session's folder, a path in a temporary folder, or a pipe's name. */
  socket?: string;
  released?: true;
}

/** One of the lock's files. They are numbered, and the owner of the highest number delivers. */
export interface LockFile {
  number: number;
  path: string;
  owner: LockOwner;
}

/** Bytes. */
const LONGEST = 64 * 1024;
/** How often an owner shows a sign of life, milliseconds. */
export const LOCK_BEAT = 2_000;
/** An owner that was silent for this long, and about which nothing else is known, has lost its lock; milliseconds. */
export const LOCK_STALE = 60_000;

const NAME = /^lock\.(\d{1,9})$/;

/** The lock's files, lowest number first. Throws if the folder can't be read. */
export function readLocks(directory: string): LockFile[] {
  const locks: LockFile[] = [];
  for (const name of readdirSync(directory)) {
    const number = NAME.exec(name)?.[1];
    if (number === undefined) continue;
    const path = lockPath(directory, Number(number));
    const owner = readOwner(path);
    if (owner !== undefined) locks.push({ number: Number(number), path, owner });
  }
  return locks.sort((one, other) => one.number - other.number);
}

export function lockPath(directory: string, number: number): string {
  return join(directory, `lock.${number}`);
}

export function encodeOwner(owner: LockOwner): string {
  return `${JSON.stringify(owner)}\n`;
}

/** The journal's inode; undefined if there is none, or the file system does not provide it. */
export function journalInode(directory: string): string | undefined {
  return statSync(sessionFiles(directory).journal, { bigint: true, throwIfNoEntry: false })?.ino.toString();
}

/** Whether the lock belongs to a journal other than this folder's. The folder is then a copy, and no suite writes to it. */
export function isOfOriginal({ journal }: LockOwner, directory: string, inode = journalInode(directory)): boolean {
  if (journal === undefined || inode === undefined || journal === inode) return false;
  return !isForeignFileSystem(directory);
}

/** Whether the owner seems to be delivering now. Quick and cautious; with more time, check the owner's socket. */
export function seemsAlive(owner: LockOwner, directory: string): boolean {
  if (owner.released || Date.now() - owner.beat > LOCK_STALE || isOfOriginal(owner, directory)) return false;
  return !isSamePidSpace(owner, whereabouts()) || isProcess(owner.pid);
}

/** The `testpoint exec` that is alive and runs a session's failed tests again. */
export function rerunning(directory: string): LockOwner | undefined {
  const rounds = roundsOf(directory);
  if (rounds === undefined) return undefined;
  return readLocks(rounds).find(({ owner }) => seemsAlive(owner, rounds))?.owner;
}

/** Whether a process seems to be delivering a session right now. */
export function isLocked(directory: string): boolean {
  try {
    const isHeld = readLocks(directory).some(({ owner }) => seemsAlive(owner, directory));
    return isHeld || rerunning(directory) !== undefined;
  } catch {
    // Its folder is gone: the process that deleted it was delivering it.
    return true;
  }
}

/** Linux ids of file systems that another kernel may share: NFS, SMB, CIFS, SMB2, 9P, FUSE, Ceph, AFS, VirtualBox. */
const FOREIGN = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x00c36400, 0x5346414f, 0x786f4256,
]);

/** Whether another machine may use the folder at the same time. Its sockets and inodes need not be the same there. */
export function isForeignFileSystem(directory: string): boolean {
  if (process.platform !== 'linux') return false;
  try {
    // 32 bits, signed on some architectures.
    return FOREIGN.has(statfsSync(directory).type >>> 0);
  } catch {
    return true;
  }
}

function readOwner(path: string): LockOwner | undefined {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return undefined;
  // For a lock that is being written right now, or was never completed. Its file shows how old it is.
  const torn = { pid: 0, host: '', token: '', beat: status.mtimeMs };
  // Whatever holds a session writes a plain file.
  if (!status.isFile()) return { ...torn, released: true };
  try {
    // A lock that got shorter is followed by the rest of the longer one.
    const [line = ''] = readText(path, LONGEST).split('\n', 1);
    const owner: unknown = JSON.parse(line);
    if (typeof owner !== 'object' || owner === null) return torn;
    const { pid, host, token, beat, boot, pids, journal, socket, released } = owner as Partial<
      Record<keyof LockOwner, unknown>
    >;
    if (typeof pid !== 'number' || typeof host !== 'string' || typeof beat !== 'number') return torn;
    return {
      ...{ pid, host, token: String(token), beat },
      ...(typeof boot === 'string' && { boot }),
      ...(typeof pids === 'string' && { pids }),
      ...(typeof journal === 'string' && { journal }),
      ...(typeof socket === 'string' && { socket }),
      ...(released === true && { released }),
    };
  } catch {
    return torn;
  }
}
