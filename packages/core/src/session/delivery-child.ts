import type { ChildData, DeliveryEnd } from '../between-threads/protocol.js';
import { SessionLock } from '../outbox/lock/lock.js';

const CHILD = new URL('./delivery-child.cjs', import.meta.url);
/** What a process needs to start and to end beyond the time that it may deliver, milliseconds. */
const GRACE = 2_000;
/** Bytes of its last word: ids and reasons of what was refused. */
const LONGEST_WORD = 16 * 1024 * 1024;

/**
 * Delivers a session and makes its report in a process of its own, and waits for it: for where no thread can be started. It
 * has this process's environment, since what its files are loaded with may be there (Yarn's Plug'n'Play).
 *
 * @returns its last word; undefined where it had none
 */
export function deliverInChild(data: ChildData): DeliveryEnd | undefined {
  // Loaded when they are needed, which is next to never.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { deserialize, serialize } = process.getBuiltinModule('node:v8');
  const { fileURLToPath } = process.getBuiltinModule('node:url');
  SessionLock.adopt(data.directory)?.release();
  const { status, stdout } = spawnSync(process.execPath, [fileURLToPath(CHILD)], {
    input: serialize(data),
    timeout: data.timeout + (data.report === undefined ? 0 : data.reportTimeout) + GRACE,
    maxBuffer: LONGEST_WORD,
    windowsHide: true,
  });
  return status === 0 ? (deserialize(stdout) as DeliveryEnd) : undefined;
}
