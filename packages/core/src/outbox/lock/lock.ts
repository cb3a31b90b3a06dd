import { rmSync, writeFileSync } from 'node:fs';
import { type LifeSocket, openLifeSocket, removeLifeSocket } from './life-socket.js';
import { encodeOwner, journalInode, type LockFile, type LockOwner, lockPath, readLocks } from './lock-file.js';
import { isSamePidSpace, whereabouts } from './whereabouts.js';

/**
 * This process's lock of one session's folder. Taking a lock means to be the first to create the file of the next
 * number, so that of two who both find a dead owner only one follows it. The file of an owner that may live stays beside
 * it: who is no longer the highest number waits until whoever came after has finished.
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

  /** The lock of that number, or undefined when somebody else has it. Throws when the folder can't be written. */
  static take(directory: string, number: number): SessionLock | undefined {
    // Loaded when it is needed: the delivery thread goes on with a lock, and mostly does without.
    const { randomUUID } = process.getBuiltinModule('node:crypto');
    const inode = journalInode(directory);
    const owner: LockOwner = {
      ...{ pid: process.pid, token: randomUUID(), beat: Date.now() },
      ...whereabouts(),
      ...(inode !== undefined && { journal: inode }),
    };
    try {
      writeFileSync(lockPath(directory, number), encodeOwner(owner), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined;
      // On a full disk the file may be there without its content, and would count as somebody's who is writing it.
      rmSync(lockPath(directory, number), { force: true });
      throw error;
    }
    return new SessionLock(directory, number, owner);
  }

  /** Goes on with the lock that another thread of this process took when it made the session. */
  static adopt(directory: string): SessionLock | undefined {
    const [first] = readLocks(directory);
    if (first === undefined || first.owner.released) return undefined;
    const isOurs = first.owner.pid === process.pid && isSamePidSpace(first.owner, whereabouts());
    return isOurs ? new SessionLock(directory, first.number, first.owner) : undefined;
  }

  /** Whose process this is: nothing else may be taken for it. */
  get token(): string {
    return this.#owner.token;
  }

  /** The journal is there now. */
  noteJournal(): void {
    const inode = journalInode(this.#directory);
    if (inode !== undefined) this.#write({ ...this.#owner, journal: inode });
  }

  /** Lets others find out that this process is there even when it is suspended. Never keeps the process alive. */
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

  /** The lock with the highest number, if somebody came after this one. */
  successor(): LockFile | undefined {
    try {
      const last = readLocks(this.#directory).at(-1);
      return last !== undefined && last.number > this.number ? last : undefined;
    } catch {
      // The folder is gone, and with it everybody who could deliver it.
      return undefined;
    }
  }

  /** Nothing of the lock is used any more, as its folder is about to be cleared away. */
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

  /** Takes the lock back as if it had never been there. */
  withdraw(): void {
    this.end();
    rmSync(lockPath(this.#directory, this.number), { force: true });
  }

  #write(owner: LockOwner): void {
    this.#owner = owner;
    try {
      // r+: never brings a lock back whose folder somebody has removed.
      writeFileSync(lockPath(this.#directory, this.number), encodeOwner(owner), { flag: 'r+' });
    } catch {
      // The folder is gone, or full: a lock that can't be renewed grows stale, which is what it should do.
    }
  }
}

/** Removes a lock whose owner is not there any more, with what it listened at. */
export function removeLock(directory: string, { path, owner }: LockFile): void {
  removeLifeSocket(directory, owner);
  rmSync(path, { force: true });
}
