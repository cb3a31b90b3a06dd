import type { ChannelData } from '../channel/format/messages.js';
import type { Channel } from '../channel/write/channel-writer.js';
import { plainFiles } from '../outbox/format/plain-files.js';
import { couldNotBeRead } from '../result/attachment-messages.js';
import type { Session } from './session.js';

// Not `Buffer.from`, because it calls `valueOf` of the bytes.
const Bytes = Uint8Array;

/**
 * The channel of a reporter whose tests run in its own process: what they attach goes into the outbox at once, and of the
 * messages only warnings are sent.
 */
export function ownChannel(session: Session, warn: (warning: ChannelData['warning']) => void): Channel {
  return {
    send(kind, data) {
      if (kind === 'warning' && 'text' in data) warn(data);
    },
    copy(path) {
      const kept = session.keep(path, false);
      if (kept !== undefined) return { kept };
      try {
        return { body: plainFiles.read(path) };
      } catch (error) {
        return { missing: error instanceof Error ? error.message : couldNotBeRead };
      }
    },
    save: (bytes) => ({ body: new Bytes(bytes) }),
    rename() {},
    close() {},
  };
}
