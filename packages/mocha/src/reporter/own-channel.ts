import { plainFiles, type Session } from '@testpoint/core/adapter';
import type { Channel, ChannelData, ChannelKind, Taken } from '@testpoint/core/test-api';

// Not `Buffer.from`, because it calls `valueOf` of the bytes.
const Bytes = Uint8Array;

/** The channel of serial mode. Tests run in the reporter's process, so only warnings are sent. */
export class OwnChannel implements Channel {
  readonly #session: Session;
  readonly #warn: (warning: ChannelData['warning']) => void;

  constructor(session: Session, warn: (warning: ChannelData['warning']) => void) {
    this.#session = session;
    this.#warn = warn;
  }

  send(kind: ChannelKind, data: ChannelData[ChannelKind]): void {
    if (kind === 'warning' && 'text' in data) this.#warn(data);
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
