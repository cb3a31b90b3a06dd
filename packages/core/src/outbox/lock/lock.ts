import { closeSync, fstatSync, openSync, unlinkSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isForeignFileSystem, isHeld, LOCK_LATE, type LockOwner, readLocks } from './lock-file.js';
import { isSamePidSpace, thisProcess } from './process-identity.js';

/**
 * This process's lock on one session's folder. A process takes the lock by being the first to create the file with the next
 * number, so if two processes find a dead owner, only one succeeds it.
 */
export class SessionLock {
  readonly number: number;
  readonly #path: string;
  #owner: LockOwner;

  private constructor(path: string, number: number, owner: LockOwner) {
    this.number = number;
    this.#path = path;
    this.#owner = owner;
  }

  /** The lock with that number, or undefined if another process has it. Throws if the folder is not writable. */
  static take(directory: string, number: number): SessionLock | undefined {
    const path = join(directory, `lock.${number}`);
    let descriptor: number | undefined;
    try {
      descriptor = openSync(path, 'wx', 0o600);
      const inode = isForeignFileSystem(directory) ? undefined : `${fstatSync(descriptor, { bigint: true }).ino}`;
      const owner = { ...thisProcess(), beat: Date.now(), inode };
      writeSync(descriptor, JSON.stringify(owner));
      return new SessionLock(path, number, owner);
    } catch (error) {
      // On a full disk the file exists without content, and would look like one that is being written.
      if (descriptor !== undefined) unlinkSync(path);
      else if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined;
      throw error;
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  }

  /** Continues with the lock that another thread of this process took when it created the session. */
  static adopt(directory: string): SessionLock | undefined {
    try {
      const [first] = readLocks(directory);
      if (first === undefined || first.owner.released) return undefined;
      const isOurs = first.owner.pid === process.pid && isSamePidSpace(first.owner, thisProcess());
      return isOurs ? new SessionLock(first.path, first.number, first.owner) : undefined;
    } catch {
      // A test has already deleted the outbox.
      return undefined;
    }
  }

  /** How long ago the last sign of life was, milliseconds. By the wall clock: others may stop while the machine sleeps. */
  get silence(): number {
    return Math.abs(Date.now() - this.#owner.beat);
  }

  /**
   * Shows a sign of life.
   * @returns whether it is so late that another process may have delivered in the meantime: this one was suspended, or its machine slept
   */
  beat(): boolean {
    const isLate = this.silence > LOCK_LATE;
    this.#write({ beat: Date.now() });
    return isLate;
  }

  /** Whether another process seems to be delivering the session, too. It still needs the session's files. */
  get isShared(): boolean {
    try {
      return readLocks(dirname(this.#path)).some((lock) => lock.number !== this.number && isHeld(lock));
    } catch {
      // The folder is gone.
      return false;
    }
  }

  release(): void {
    this.#write({ beat: Date.now(), released: true });
  }

  #write(changes: Partial<LockOwner>): void {
    this.#owner = { ...this.#owner, ...changes };
    try {
      // r+ never recreates a lock whose folder was deleted, and the text never gets shorter.
      writeFileSync(this.#path, JSON.stringify(this.#owner), { flag: 'r+' });
    } catch {
      // The folder is gone or full. A lock that can't be renewed becomes stale, as it should.
    }
  }
}
