import type { SessionLock } from '../../outbox/lock/lock.js';
import { LOCK_BEAT, type LockOwner, seemsAlive } from '../../outbox/lock/lock-file.js';
import type { Progress } from '../../outbox/read/progress.js';
import type { DeliveryAccount } from '../delivery-account.js';
import { sleep } from './abortable.js';

export interface TakeoverContext {
  lock: SessionLock | undefined;
  /** The session's folder. */
  directory: string;
  signal: AbortSignal;
  /** Read again when somebody else may have delivered meanwhile. */
  progress: Progress;
  /** Hears who delivers while nothing of ours goes out. */
  account: DeliveryAccount;
}

/** A look at the lock is good for so long, milliseconds: far less than the silence after which others take it over. */
const GOOD_FOR = 1_000;
/** A look that comes so late means that the process was suspended or its machine asleep, milliseconds. */
const LATE = 3 * LOCK_BEAT;
/** How often it is asked whether the other has finished, milliseconds. */
const ASK_EVERY = 200;

/**
 * Whose turn it is to deliver a journal. A process that was suspended for long, or whose machine slept, may wake up to
 * find that another has taken over: asked before each request, it then waits until the other has finished.
 */
export class TakeoverWatch {
  readonly #context: TakeoverContext;
  /** Wall clock: the other one stands still while a machine sleeps. */
  #looked = Date.now();
  /** The highest number that the lock has had as far as is known here. */
  #latest: number;
  #waiting: Promise<void> | undefined;

  constructor(context: TakeoverContext) {
    this.#context = context;
    this.#latest = context.lock?.number ?? 0;
  }

  /** Undefined when it is ours; else resolves when it is. Rejects with the signal's reason. */
  untilOurs(): Promise<void> | undefined {
    const { lock } = this.#context;
    if (lock === undefined || this.#waiting !== undefined) return this.#waiting;
    const since = Math.abs(Date.now() - this.#looked);
    if (since < GOOD_FOR) return undefined;
    return this.look();
  }

  /** Shows a sign of life, and looks whether somebody has come after us. To be called at every beat. */
  look(): Promise<void> | undefined {
    const { lock, directory, progress } = this.#context;
    if (lock === undefined || this.#waiting !== undefined) return this.#waiting;
    const isLate = Math.abs(Date.now() - this.#looked) > LATE;
    this.#looked = Date.now();
    // In this order: whoever takes over looks for a last beat after it has made its own lock.
    lock.beat();
    const successor = lock.successor();
    if (successor !== undefined && seemsAlive(successor.owner, directory)) {
      this.#waiting = this.#untilFree(lock);
      // Whoever asks hears of it; a beat does not.
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
    for (;;) {
      const successor = lock.successor();
      if (successor === undefined || !seemsAlive(successor.owner, directory)) {
        this.#latest = successor?.number ?? this.#latest;
        break;
      }
      account.troubled(describeDeliverer(successor.owner));
      await sleep(ASK_EVERY, signal);
      lock.beat();
    }
    progress.reread();
    this.#looked = Date.now();
    this.#waiting = undefined;
  }
}

function describeDeliverer({ pid, host }: LockOwner): string {
  return `process ${pid} on ${host} is delivering the session`;
}
