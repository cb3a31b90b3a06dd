import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { WaitingSessions } from '../../between-threads/protocol.js';
import { isLocked } from '../lock/lock-file.js';
import { isSession, listSessions } from './sessions.js';

/**
 * Sessions that no process is delivering, and their size. Never throws.
 * @param own a session of this process; it counts although its lock may be ours
 * @param patience maximum time, milliseconds; default: no limit
 */
export function waitingIn(
  outboxes: readonly string[],
  own?: string,
  patience: number = Number.POSITIVE_INFINITY,
): WaitingSessions {
  const waiting: WaitingSessions = { sessions: 0, others: 0, bytes: 0, isAtLeast: false };
  const limit = performance.now() + patience;
  const folders = new Set(outboxes.flatMap(listSessions));
  for (const folder of folders) {
    if (performance.now() > limit) return { ...waiting, isAtLeast: true };
    if (folder !== own && isLocked(folder)) continue;
    // It has just been delivered and deleted.
    if (!isSession(folder)) continue;
    waiting.sessions++;
    if (folder !== own) waiting.others++;
    if (!measure(folder, waiting, limit)) return { ...waiting, isAtLeast: true };
  }
  return waiting;
}

/** Adds up the sizes below a folder without following links. False if there was not enough time. */
function measure(folder: string, waiting: WaitingSessions, limit: number): boolean {
  for (const entry of entriesOf(folder)) {
    if (performance.now() > limit) return false;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!measure(path, waiting, limit)) return false;
    } else waiting.bytes += sizeOf(path);
  }
  return true;
}

function sizeOf(path: string): number {
  try {
    return lstatSync(path).size;
  } catch {
    // It has just been deleted, or may not be read.
    return 0;
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
