import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ceil, fixed, round } from '../../intrinsics.js';
import { isLocked } from '../lock/lock-file.js';
import { isSession, listSessions } from '../outbox.js';

const now = () => performance.now();

/** What waits in an outbox for somebody to deliver it. */
export interface Waiting {
  sessions: number;
  /** Those of them that other processes have left. */
  others: number;
  /** Size of their files. */
  bytes: number;
  /** There was no time to look at everything: the numbers are the least that there is. */
  isAtLeast: boolean;
}

/** So much is worth saying aloud: nothing undelivered is ever removed by itself, and disks are finite. Bytes. */
export const MUCH_WAITING = 1024 ** 3;

/**
 * Sessions that nobody is delivering, and their size. Never throws.
 * @param own a session of this process; it counts although its lock may be ours
 * @param patience how long to look at the most, milliseconds; default without limit
 */
export function waitingIn(
  outboxes: readonly string[],
  own?: string,
  patience: number = Number.POSITIVE_INFINITY,
): Waiting {
  const waiting: Waiting = { sessions: 0, others: 0, bytes: 0, isAtLeast: false };
  const limit = now() + patience;
  const folders = new Set(outboxes.flatMap(listSessions));
  for (const folder of folders) {
    if (now() > limit) return { ...waiting, isAtLeast: true };
    if (folder !== own && isLocked(folder)) continue;
    // Delivered and cleared away this very moment.
    if (!isSession(folder)) continue;
    waiting.sessions++;
    if (folder !== own) waiting.others++;
    if (!measure(folder, waiting, limit)) return { ...waiting, isAtLeast: true };
  }
  return waiting;
}

/** "3 sessions wait in .testpoint (12 MiB)". @param where the outbox, as the user knows it */
export function describeWaiting({ sessions, bytes, isAtLeast }: Waiting, where: string): string {
  const count = `${isAtLeast ? 'At least ' : ''}${sessions}`;
  const size = `${isAtLeast ? 'more than ' : ''}${inUnits(bytes)}`;
  return `${count} ${sessions === 1 ? 'session waits' : 'sessions wait'} in ${where} (${size})`;
}

/** Adds up what is below a folder; links are not followed. False: there was no time for all of it. */
function measure(folder: string, waiting: Waiting, limit: number): boolean {
  for (const entry of entriesOf(folder)) {
    if (now() > limit) return false;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!measure(path, waiting, limit)) return false;
    } else waiting.bytes += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }
  return true;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function inUnits(bytes: number): string {
  if (bytes < 1024 ** 2) return `${ceil(bytes / 1024)} KiB`;
  if (bytes < 1024 ** 3) return `${round(bytes / 1024 ** 2)} MiB`;
  return `${fixed(bytes / 1024 ** 3, 1)} GiB`;
}
