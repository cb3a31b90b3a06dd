import type { ChildData, DeliveryEnd } from '../between-threads/protocol.js';
import { SessionLock } from '../outbox/lock/lock.js';

const CHILD = new URL('./delivery-child.cjs', import.meta.url);
/** Additional time for a process to start and to end, milliseconds. */
const GRACE = 2_000;
/** Maximum size of its last message, bytes. The message contains the ids of refused results, with the reasons. */
const LONGEST_MESSAGE = 16 * 1024 * 1024;

/**
 * Delivers a session and makes its report in a separate process, and waits for that process. Used if no thread can be
 * started. The process inherits our environment, which may be needed to load its files (Yarn's Plug'n'Play).
 * @returns its last message; undefined if there was none
 */
export function deliverInChild(data: ChildData): DeliveryEnd | undefined {
  // Loaded on demand, because they are almost never needed.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { deserialize, serialize } = process.getBuiltinModule('node:v8');
  const { fileURLToPath } = process.getBuiltinModule('node:url');
  SessionLock.adopt(data.directory)?.release();
  const { status, stdout } = spawnSync(process.execPath, [fileURLToPath(CHILD)], {
    input: serialize(data),
    timeout: data.timeout + (data.report === undefined ? 0 : data.reportTimeout) + GRACE,
    maxBuffer: LONGEST_MESSAGE,
    windowsHide: true,
  });
  return status === 0 ? (deserialize(stdout) as DeliveryEnd) : undefined;
}
