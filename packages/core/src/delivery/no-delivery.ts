import { type DeliveryEnd, initialState, NOTHING_LEFT } from '../between-threads/protocol.js';
import type { SessionLock } from '../outbox/lock/lock.js';
import type { Delivery } from './delivery.js';

type LiveParts = 'wake' | 'beat' | 'hurry' | 'acceptLine' | 'acceptContent' | 'soFar' | 'unmarked';

const RESULT = '{"kind":"result"';

/** Without a key there is nothing to deliver. Everything that the report needs is on disk. */
export class NoDelivery implements Pick<Delivery, LiveParts> {
  readonly unmarked = undefined;
  readonly #lock: SessionLock | undefined;
  /** Lines that are in no file, and the results among them. */
  #unwritten = 0;
  #lost = 0;

  constructor(lock: SessionLock | undefined) {
    this.#lock = lock;
  }

  beat(): void {
    this.#lock?.beat();
  }

  acceptLine(line: Buffer): void {
    this.#unwritten++;
    if (line.toString('latin1', 0, RESULT.length) === RESULT) this.#lost++;
  }

  get soFar(): DeliveryEnd {
    return { ...NOTHING_LEFT, state: initialState(), lost: this.#lost, unwritten: this.#unwritten };
  }

  wake(): void {}
  hurry(): void {}
  acceptContent(): void {}
}
