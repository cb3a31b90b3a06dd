import { plainFiles, type Session } from '@testpoint/core';
import type { Channel, Taken } from '@testpoint/core/test-api';

// Not `Buffer.from`, which asks the bytes for their `valueOf`.
const Bytes = Uint8Array;

/** Serial mode's channel: tests run in the reporter's process, so that all but warnings stays where it is. */
export class OwnChannel implements Channel {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  append(kind: string, data: unknown): void {
    if (kind !== 'warning' || typeof data !== 'object' || data === null) return;
    if ('text' in data && typeof data.text === 'string') this.#session.notice(data.text);
  }

  copy(path: string): Taken {
    const kept = this.#session.keep(path, false);
    if (kept !== undefined) return { kept };
    try {
      return { body: plainFiles.read(path) };
    } catch (error) {
      return { missing: error instanceof Error ? error.message : 'it could not be read' };
    }
  }

  save(bytes: Uint8Array): Taken {
    return { body: new Bytes(bytes) };
  }

  rename(): void {}

  close(): void {}
}
