import { type DeliveryEnd, initialState, NOTHING_LEFT, type ThreadSettings } from '../between-threads/protocol.js';
import type { SessionFiles } from '../outbox/format/session-files.js';
import type { SessionLock } from '../outbox/lock/lock.js';
import type { Redaction } from '../result/masking/redaction.js';
import { createServiceClient, type ServiceClient } from '../service/client.js';
import { drainWithin, SUITE_PATIENCE } from './closing.js';
import { Delivery } from './delivery.js';
import { connectionsFor } from './requests/widening-queue.js';

/** One for a connection, one for an attachment, because the suite's tests may open all others. */
const SPARE_DESCRIPTORS = 2;

/** Delivers results to the service while the session's process is running. */
export class LiveDelivery extends Delivery {
  readonly #service: ServiceClient;

  constructor(
    files: SessionFiles | undefined,
    settings: ThreadSettings,
    lock: SessionLock | undefined,
    redaction: Redaction,
  ) {
    const service = createServiceClient({
      ...settings,
      concurrency: connectionsFor(settings.concurrency),
      spareDescriptors: SPARE_DESCRIPTORS,
    });
    super({ ...settings, files, lock, redaction, service, live: true });
    this.#service = service;
  }

  /** The session is over. @param timeout milliseconds */
  async finish(timeout: number): Promise<DeliveryEnd> {
    const end = await drainWithin(this, { ...SUITE_PATIENCE, timeout });
    this.close();
    this.#service.close();
    return end;
  }
}

type ThreadWork = Pick<
  LiveDelivery,
  'wake' | 'beat' | 'hurry' | 'acceptLine' | 'acceptContent' | 'finish' | 'soFar' | 'unmarked'
>;

const RESULT = '{"kind":"result"';

/** Without a key there is nothing to deliver. Everything that the report needs is on disk. */
export class NoDelivery implements ThreadWork {
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

  async finish(): Promise<DeliveryEnd> {
    return this.soFar;
  }

  wake(): void {}
  hurry(): void {}
  acceptContent(): void {}
}
