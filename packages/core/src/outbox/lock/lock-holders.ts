import { setTimeout } from 'node:timers/promises';
import { visit } from './life-socket.js';
import {
  isForeignFileSystem,
  isOfOriginal,
  LOCK_BEAT,
  LOCK_STALE,
  type LockFile,
  type LockOwner,
} from './lock-file.js';
import { isProcess, isSameKernel, isSamePidSpace, whereabouts } from './whereabouts.js';

/**
 * The state of a lock's owner. `over`: it has released the lock, is proven dead, or held the lock of the folder that this
 * one is a copy of. `living`: it exists, but may be suspended. `unknown`: only its beat can tell.
 */
type Fate = 'over' | 'living' | 'unknown';

/** The states of the owners of locks in a session's folder. */
export interface Holders {
  over: LockFile[];
  /** The first living one. */
  living: LockOwner | undefined;
  /** Apparently silent for a minute: they must not deliver any more, but may still be alive. */
  silent: LockFile[];
  /** Not silent for long enough. */
  recent: LockFile[];
}

/** A living owner shows at least one sign of life within this time, milliseconds. */
const CERTAIN = LOCK_BEAT + 1_000;
/** Time between attempts to connect to a refusing socket: a restarted delivery thread listens again. */
const SECOND_LOOK = 100;

/** Watches the owners of locks: their records, their sockets, and their signs of life since the first check. */
export class HolderWatch {
  #directory: string;
  /** When an owner's last sign of life was first seen, by this process's own clock, the only trustworthy one. */
  #seen = new Map<string, { beat: number; since: number }>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** @param isTrusting whether to believe that a beat is old at once, without waiting for another one */
  async check(locks: readonly LockFile[], isTrusting: boolean): Promise<Holders> {
    const holders: Holders = { over: [], living: undefined, silent: [], recent: [] };
    for (const lock of locks) {
      const hasStirred = this.hasStirred(lock);
      const fate = await this.#fateOf(lock.owner);
      if (fate === 'over') holders.over.push(lock);
      else if (fate === 'living' || hasStirred) holders.living ??= lock.owner;
      else if (this.#isSilent(lock.owner, isTrusting)) holders.silent.push(lock);
      else holders.recent.push(lock);
    }
    return holders;
  }

  /** Whether the owner has shown a sign of life since the first check. */
  hasStirred({ owner }: LockFile): boolean {
    const seen = this.#seen.get(owner.token);
    if (seen === undefined) this.#seen.set(owner.token, { beat: owner.beat, since: performance.now() });
    return seen !== undefined && seen.beat !== owner.beat;
  }

  /** Whether a living owner would have shown a sign of life by now. */
  isCertain({ owner }: LockFile): boolean {
    return this.#observed(owner) >= CERTAIN;
  }

  #isSilent(owner: LockOwner, isTrusting: boolean): boolean {
    const observed = this.#observed(owner);
    const silence = Math.max(0, Date.now() - observed - owner.beat) + observed;
    return silence > LOCK_STALE && (isTrusting || observed >= CERTAIN);
  }

  #observed({ token }: LockOwner): number {
    return performance.now() - (this.#seen.get(token)?.since ?? performance.now());
  }

  async #fateOf(owner: LockOwner): Promise<Fate> {
    const directory = this.#directory;
    if (owner.released || isOfOriginal(owner, directory)) return 'over';
    const here = whereabouts();
    if (!isSameKernel(owner, here)) return 'unknown';
    const answer = await visit(directory, owner);
    if (answer === 'there') return 'living';
    if (isSamePidSpace(owner, here)) {
      if (!isProcess(owner.pid)) return 'over';
      // Some process has this id. Only the owner itself would beat in time.
      return Date.now() - owner.beat < 2 * LOCK_BEAT ? 'living' : 'unknown';
    }
    if (answer !== 'refused' || isForeignFileSystem(directory)) return 'unknown';
    await setTimeout(SECOND_LOOK);
    return (await visit(directory, owner)) === 'refused' ? 'over' : 'unknown';
  }
}
