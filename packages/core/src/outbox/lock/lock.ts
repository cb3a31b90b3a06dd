import { rmSync, writeFileSync } from 'node:fs';
import { newGuid } from '../../built-ins/guid.js';
import { type LifeSocket, openLifeSocket, removeLifeSocket } from './life-socket.js';
import { encodeOwner, journalInode, type LockFile, type LockOwner, lockPath, readLocks } from './lock-file.js';
import { isSamePidSpace, whereabouts } from './whereabouts.js';

/**
 * This process's lock on one session's folder. A process takes the lock by being the first to create the file with the next
 * number, so if two processes find a dead owner, only one succeeds it. The file of an owner that may be alive stays next to
 * it: an owner without the highest number waits until its successor has finished.
 */
export class SessionLock {
  readonly number: number;
  readonly #directory: string;
  #owner: LockOwner;
  #socket: LifeSocket | undefined;
  #isOver = false;

  private constructor(directory: string, number: number, owner: LockOwner) {
    this.number = number;
    this.#directory = directory;
    this.#owner = owner;
  }

  /** The lock with that number, or undefined if another process has it. Throws if the folder is not writable. */
  static take(directory: string, number: number): SessionLock | undefined {
    const inode = journalInode(directory);
    const owner: LockOwner = {
      ...{ pid: process.pid, token: newGuid(), beat: Date.now() },
      ...whereabouts(),
      ...(inode !== undefined && { journal: inode }),
    };
    try {
      writeFileSync(lockPath(directory, number), encodeOwner(owner), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined;
      // On a full disk the file may exist without content, and would look like one that is being written.
      rmSync(lockPath(directory, number), { force: true });
      throw error;
    }
    return new SessionLock(directory, number, owner);
  }

  /** Continues with the lock that another thread of this process took when it created the session. */
  static adopt(directory: string): SessionLock | undefined {
    const [first] = readLocks(directory);
    if (first === undefined || first.owner.released) return undefined;
    const isOurs = first.owner.pid === process.pid && isSamePidSpace(first.owner, whereabouts());
    return isOurs ? new SessionLock(directory, first.number, first.owner) : undefined;
  }

  /** Identifies this process, so that nothing else is mistaken for it. */
  get token(): string {
    return this.#owner.token;
  }

  /** Call it once the journal exists. Records its inode. */
  noteJournal(): void {
    const inode = journalInode(this.#directory);
    if (inode !== undefined) this.#write({ ...this.#owner, journal: inode });
  }

  /** Lets others find out that this process exists, even while it is suspended. Never keeps the process alive. */
  async listen(): Promise<void> {
    const socket = await openLifeSocket(this.#directory, this.number, this.token).catch(() => undefined);
    if (socket === undefined) return;
    if (this.#isOver) return socket.close();
    this.#socket = socket;
    this.#write({ ...this.#owner, beat: Date.now(), socket: socket.address });
  }

  beat(): void {
    this.#write({ ...this.#owner, beat: Date.now() });
  }

  /** The lock with the highest number, if another process came after this one. */
  successor(): LockFile | undefined {
    try {
      const last = readLocks(this.#directory).at(-1);
      return last !== undefined && last.number > this.number ? last : undefined;
    } catch {
      // The folder is gone, so no one can deliver it.
      return undefined;
    }
  }

  /** Stops using the lock, because its folder is about to be deleted. */
  end(): void {
    this.#isOver = true;
    this.#socket?.close();
    this.#socket = undefined;
  }

  release(): void {
    this.end();
    const { socket: _, ...owner } = this.#owner;
    this.#write({ ...owner, beat: Date.now(), released: true });
  }

  /** Removes the lock as if it had never existed. */
  withdraw(): void {
    this.end();
    rmSync(lockPath(this.#directory, this.number), { force: true });
  }

  #write(owner: LockOwner): void {
    this.#owner = owner;
    try {
      // r+ never recreates a lock whose folder was deleted.
      writeFileSync(lockPath(this.#directory, this.number), encodeOwner(owner), { flag: 'r+' });
    } catch {
      // The folder is gone or full. A lock that can't be renewed becomes stale, as it should.
    }
  }
}

/** Removes the lock of an owner that is gone, and its socket. */
export function removeLock(directory: string, { path, owner }: LockFile): void {
  removeLifeSocket(directory, owner);
  rmSync(path, { force: true, recursive: true });
}
