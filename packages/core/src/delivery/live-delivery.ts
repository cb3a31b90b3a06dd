import type { DeliveryEnd, ThreadSettings } from '../between-threads/protocol.js';
import type { SessionFiles } from '../outbox/format/session-files.js';
import type { SessionLock } from '../outbox/lock/lock.js';
import type { Redaction } from '../result/masking/redaction.js';
import { createServiceClient, type ServiceClient } from '../service/client.js';
import { drainWithin, SUITE_PATIENCE } from './closing.js';
import { Delivery } from './delivery.js';
import { connectionsFor } from './requests/widening-queue.js';

/** The thread's work with its session's results before a report is made. */
interface ThreadWork {
  /** The journal may have grown. */
  wake(): void;
  /** Shows other processes that the session's process is alive. */
  beat(): void;
  hurry(): void;
  /** A line that could not be written to the journal. */
  acceptLine(line: Buffer): void;
  /** An attachment's content that could not be written to the outbox. */
  acceptContent(file: string, content: Uint8Array): void;
  /** The session is over. @param timeout milliseconds */
  finish(timeout: number): Promise<DeliveryEnd>;
  /** The current state. */
  soFar(): Pick<DeliveryEnd, 'state' | 'left' | 'sentByOthers'>;
  /** Why deliveries are not marked on disk. */
  readonly unmarked: string | undefined;
}

/** One for a connection, one for an attachment, because the suite's tests may open all others. */
const SPARE_DESCRIPTORS = 2;

/** Delivers results to the service while the session's process is running. */
export class LiveDelivery extends Delivery implements ThreadWork {
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

  async finish(timeout: number): Promise<DeliveryEnd> {
    const end = await drainWithin(this, { ...SUITE_PATIENCE, timeout });
    this.close();
    this.#service.close();
    return end;
  }

  soFar(): Pick<DeliveryEnd, 'state' | 'left' | 'sentByOthers'> {
    const { state, unfinished: left, sentByOthers } = this;
    return { state, left, sentByOthers };
  }
}

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

  async finish(): Promise<DeliveryEnd> {
    return { ...this.soFar(), lost: this.#lost, unwritten: this.#unwritten, unreadable: 0, fragments: 0 };
  }

  soFar(): Pick<DeliveryEnd, 'state' | 'left' | 'sentByOthers'> {
    const none = { runCreated: false, sent: 0, refused: 0, unmatched: 0, dropped: 0 };
    return { state: { ...none, refusals: [], attachmentsRefused: [] }, left: 0, sentByOthers: 0 };
  }

  wake(): void {}
  hurry(): void {}
  acceptContent(): void {}
}
