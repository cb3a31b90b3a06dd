import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Who delivers a session's journal. */
export interface LockOwner {
  pid: number;
  host: string;
  /** Unlike a process id, never used twice. */
  token: string;
  /** Last sign of life, epoch milliseconds. */
  beat: number;
  released?: true;
}

/** A holder shows a sign of life this often, milliseconds. */
export const LOCK_BEAT = 5_000;
/** A holder that was silent for so long is taken for dead, milliseconds. */
const LOCK_STALE = 60_000;
/** How often a lock is looked at that may be forsaken, milliseconds. */
const LOOK_EVERY = 200;

/**
 * Lock of one session's folder. Its files are numbered and the highest number rules; taking it over means being the
 * first to create the next number, so that of two who both see a dead holder only one follows it.
 */
export class SessionLock {
  #path: string;
  #owner: LockOwner;

  private constructor(path: string, owner: LockOwner) {
    this.#path = path;
    this.#owner = owner;
  }

  /** The lock, or who holds it. Throws when the folder can't be written. @param dead a holder that is known to be dead */
  static acquire(directory: string, dead?: LockOwner): SessionLock | LockOwner {
    const { generation, owner: holder } = current(directory);
    if (holder !== undefined && isAlive(holder) && !isSame(holder, dead)) return holder;
    // Loaded when it is needed: the delivery thread goes on with a lock, and mostly does without.
    const { randomUUID } = process.getBuiltinModule('node:crypto');
    const owner: LockOwner = { pid: process.pid, host: hostname(), token: randomUUID(), beat: Date.now() };
    const path = join(directory, `lock.${generation + 1}`);
    try {
      writeFileSync(path, JSON.stringify(owner), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
        return current(directory).owner ?? { ...owner, pid: 0 };
      }
      // On a full disk the file may be there without its content, and would count as somebody's who is writing it.
      rmSync(path, { force: true });
      throw error;
    }
    const now = current(directory);
    if (now.generation > generation + 1) {
      // What we had seen was long past: others came and went meanwhile.
      rmSync(path, { force: true });
      return now.owner ?? { ...owner, pid: 0 };
    }
    if (generation > 0) rmSync(join(directory, `lock.${generation}`), { force: true });
    return new SessionLock(path, owner);
  }

  /** Goes on with a lock that another thread of this process took. */
  static adopt(directory: string): SessionLock | undefined {
    const { generation, owner } = current(directory);
    if (owner?.pid !== process.pid || owner.host !== hostname()) return undefined;
    return new SessionLock(join(directory, `lock.${generation}`), owner);
  }

  beat(): void {
    this.#write({ ...this.#owner, beat: Date.now() });
  }

  release(): void {
    this.#write({ ...this.#owner, beat: Date.now(), released: true });
  }

  #write(owner: LockOwner): void {
    try {
      // r+: never brings a lock back whose folder somebody has removed.
      writeFileSync(this.#path, JSON.stringify(owner), { flag: 'r+' });
    } catch {
      // The folder is gone, or full: a lock that can't be renewed grows stale, which is what it should do.
    }
  }
}

/** Whether somebody who lives is delivering a session. */
export function isLocked(directory: string): boolean {
  try {
    const { owner } = current(directory);
    return owner !== undefined && isAlive(owner);
  } catch {
    // Its folder is gone: whoever has cleared it away was delivering it.
    return true;
  }
}

/**
 * Waits until a holder shows a sign of life, or was silent for so long that it is dead. A folder may have been brought
 * here from the machine that it was locked on: nobody will ever release such a lock, and it may look fresh.
 * @param patience how long to wait at the most, milliseconds
 * @returns whether the lock is not held any more
 */
export async function isForsaken(directory: string, holder: LockOwner, patience: number): Promise<boolean> {
  const silence = Math.max(0, Date.now() - holder.beat);
  // A process of this machine that beats in time is alive.
  if (holder.host === hostname() && silence < 2 * LOCK_BEAT) return false;
  const begun = performance.now();
  for (;;) {
    const { owner } = current(directory);
    if (owner === undefined || owner.released) return true;
    if (!isSame(owner, holder)) return false;
    const waited = performance.now() - begun;
    if (silence + waited > LOCK_STALE) return true;
    if (waited > patience) return false;
    await setTimeout(LOOK_EVERY);
  }
}

function isSame(one: LockOwner, other: LockOwner | undefined): boolean {
  return one.token === other?.token && one.beat === other.beat;
}

function current(directory: string): { generation: number; owner: LockOwner | undefined } {
  let generation = 0;
  for (const name of readdirSync(directory)) {
    const number = /^lock\.(\d{1,9})$/.exec(name)?.[1];
    if (number !== undefined) generation = Math.max(generation, Number(number));
  }
  return { generation, owner: generation === 0 ? undefined : readOwner(join(directory, `lock.${generation}`)) };
}

function readOwner(path: string): LockOwner | undefined {
  try {
    // A released lock is longer than one that beats, so what stands behind the first closing brace is a leftover.
    const text = readFileSync(path, 'utf8');
    const owner: unknown = JSON.parse(text.slice(0, text.indexOf('}') + 1));
    if (typeof owner !== 'object' || owner === null) return undefined;
    const { pid, host, token, beat, released } = owner as Partial<Record<keyof LockOwner, unknown>>;
    if (typeof pid !== 'number' || typeof host !== 'string' || typeof beat !== 'number') return undefined;
    return { pid, host, token: String(token), beat, ...(released === true && { released }) };
  } catch {
    // Being written this very moment, or never written whole: its file says how long that is ago.
    const beat = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return { pid: 0, host: '', token: '', beat };
  }
}

function isAlive(owner: LockOwner): boolean {
  if (owner.released || Date.now() - owner.beat > LOCK_STALE) return false;
  if (owner.host !== hostname()) return true;
  try {
    process.kill(owner.pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, as somebody else's process.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
