import { lstatSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sessionFiles } from '../format/session-files.js';
import { isProcess, isSamePidSpace, type Whereabouts, whereabouts } from './whereabouts.js';

/** Who delivers a session's journal, as the lock's file says. */
export interface LockOwner extends Whereabouts {
  pid: number;
  /** Unlike a process id, never used twice. */
  token: string;
  /** Last sign of life, epoch milliseconds. */
  beat: number;
  /** The journal's inode. */
  journal?: string;
  /** Where the owner listens: a name in the session's folder, a path in a temporary folder, or a pipe's name. */
  socket?: string;
  released?: true;
}

/** One of the lock's files. They are numbered, and the highest number delivers. */
export interface LockFile {
  number: number;
  path: string;
  owner: LockOwner;
}

/** An owner shows a sign of life this often, milliseconds. */
export const LOCK_BEAT = 2_000;
/** An owner that was silent for so long, and that nothing else is known of, has lost its lock; milliseconds. */
export const LOCK_STALE = 60_000;

const NAME = /^lock\.(\d{1,9})$/;

/** The lock's files, lowest number first. Throws when the folder can't be read. */
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

/** The journal's inode. Undefined: there is none, or the file system does not say. */
export function journalInode(directory: string): string | undefined {
  return statSync(sessionFiles(directory).journal, { bigint: true, throwIfNoEntry: false })?.ino.toString();
}

/** The lock belongs to another file than this folder's journal: the folder is a copy, and no suite writes to it. */
export function isOfOriginal({ journal }: LockOwner, directory: string, inode = journalInode(directory)): boolean {
  if (journal === undefined || inode === undefined || journal === inode) return false;
  return !isForeignFileSystem(directory);
}

/** Whether the owner seems to deliver now. Quick and cautious: whoever has time asks at the owner's socket. */
export function seemsAlive(owner: LockOwner, directory: string): boolean {
  if (owner.released || Date.now() - owner.beat > LOCK_STALE || isOfOriginal(owner, directory)) return false;
  return !isSamePidSpace(owner, whereabouts()) || isProcess(owner.pid);
}

/** Whether somebody seems to be delivering a session at this moment. */
export function isLocked(directory: string): boolean {
  try {
    return readLocks(directory).some(({ owner }) => seemsAlive(owner, directory));
  } catch {
    // Its folder is gone: whoever has cleared it away was delivering it.
    return true;
  }
}

/** Linux' numbers of file systems behind which another kernel may be: NFS, SMB, CIFS, SMB2, 9P, FUSE, Ceph, AFS, VirtualBox. */
const FOREIGN = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x00c36400, 0x5346414f, 0x786f4256,
]);

/** Another machine may use the folder at the same time; sockets in it, and inodes, need not be the same there. */
export function isForeignFileSystem(directory: string): boolean {
  if (process.platform !== 'linux') return false;
  try {
    // 32 bits, which some architectures have with a sign.
    return FOREIGN.has(statfsSync(directory).type >>> 0);
  } catch {
    return true;
  }
}

function readOwner(path: string): LockOwner | undefined {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return undefined;
  // Being written this very moment, never written whole, or put there by somebody: its file says how long that is ago.
  const torn = { pid: 0, host: '', token: '', beat: status.mtimeMs };
  if (!status.isFile()) return torn;
  try {
    // A lock that gets shorter leaves a rest behind its line.
    const [line = ''] = readFileSync(path, 'utf8').split('\n', 1);
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
