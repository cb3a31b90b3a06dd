import type { SessionLock } from '../../outbox/lock/lock.js';
import { LOCK_BEAT, seemsAlive } from '../../outbox/lock/lock-file.js';
import type { Progress } from '../../outbox/read/progress.js';
import type { DeliveryAccount } from '../delivery-account.js';
import { sleep } from './abortable.js';

export interface TakeoverContext {
  lock: SessionLock | undefined;
  /** The session's folder. */
  directory: string;
  signal: AbortSignal;
  /** Read again if another process may have delivered in the meantime. */
  progress: Progress;
  /** Is informed about the process that delivers while we don't. */
  account: DeliveryAccount;
}

/** How long a check of the lock is valid, milliseconds: much less than the silence after which others take it over. */
const GOOD_FOR = 1_000;
/** A check that is this late means that the process was suspended or the machine was asleep, milliseconds. */
const LATE = 3 * LOCK_BEAT;
/** How often to check whether the other one has finished, milliseconds. */
const ASK_EVERY = 200;

/**
 * Decides which process may deliver a journal. A process that was suspended for long, or whose machine slept, may wake up
 * and find that another one has taken over. So it checks before each request, and waits until the other one has finished.
 */
export class TakeoverWatch {
  readonly #context: TakeoverContext;
  /** By the wall clock, because `performance.now` may stop while the machine sleeps. */
  #looked = Date.now();
  /** The highest known number of the lock. */
  #latest: number;
  #waiting: Promise<void> | undefined;

  constructor(context: TakeoverContext) {
    this.#context = context;
    this.#latest = context.lock?.number ?? 0;
  }

  /** Undefined if it is our turn; otherwise resolves when it is. Rejects with the signal's reason. */
  untilOurs(): Promise<void> | undefined {
    const { lock } = this.#context;
    if (lock === undefined || this.#waiting !== undefined) return this.#waiting;
    const since = Math.abs(Date.now() - this.#looked);
    if (since < GOOD_FOR) return undefined;
    return this.check();
  }

  /** Shows a sign of life, and checks whether someone has taken over. Call it at every beat. */
  check(): Promise<void> | undefined {
    const { lock, directory, progress } = this.#context;
    if (lock === undefined || this.#waiting !== undefined) return this.#waiting;
    const isLate = Math.abs(Date.now() - this.#looked) > LATE;
    this.#looked = Date.now();
    // This order matters: the next owner looks for a last beat after it has created its own lock.
    lock.beat();
    const successor = lock.successor();
    if (successor !== undefined && seemsAlive(successor.owner, directory)) {
      this.#waiting = this.#untilFree(lock);
      // A caller gets the error; a beat does not.
      this.#waiting.catch(() => {});
      return this.#waiting;
    }
    const number = successor?.number ?? this.#latest;
    if (isLate || number > this.#latest) progress.reread();
    this.#latest = number;
    return undefined;
  }

  async #untilFree(lock: SessionLock): Promise<void> {
    const { directory, signal, account, progress } = this.#context;
    let successor = lock.successor();
    while (successor !== undefined && seemsAlive(successor.owner, directory)) {
      const { pid, host } = successor.owner;
      account.troubled(`process ${pid} on ${host} is delivering the session`);
      await sleep(ASK_EVERY, signal);
      lock.beat();
      successor = lock.successor();
    }
    this.#latest = successor?.number ?? this.#latest;
    progress.reread();
    this.#looked = Date.now();
    this.#waiting = undefined;
  }
}
