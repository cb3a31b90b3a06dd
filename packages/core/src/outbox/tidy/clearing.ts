import { existsSync, lstatSync, readdirSync, renameSync, rmdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { catalogPath, ignoreFile } from '../format/outbox-files.js';
import { FALLBACK_NAME, isReportSession, type SessionFiles, sessionFiles } from '../format/session-files.js';
import { LIFE_SOCKET, removeLifeSocket } from '../lock/life-socket.js';
import { readLocks } from '../lock/lock-file.js';
import { isSession, namesIn } from '../read/sessions.js';
import { tidyCatalog } from './catalog-tidying.js';

/** Name of a delivered journal that is kept. */
const DELIVERED = 'delivered.ndjson';

/**
 * Clears a delivered session away, or keeps it for so many days under a name that no flush takes up again.
 *
 * @param patience as of `removeSession`
 */
export function retireSession({ directory, journal }: SessionFiles, keepDays: number, patience?: number): void {
  if (keepDays === 0) {
    removeSession(directory, patience);
    removeFallback(dirname(directory));
    return;
  }
  const delivered = join(directory, DELIVERED);
  renameSync(journal, delivered);
  // Its days begin now, not when its session ended.
  const now = new Date();
  utimesSync(delivered, now, now);
}

/** The outbox of one session that had to be made elsewhere goes with it. */
function removeFallback(outbox: string): void {
  if (dirname(outbox) !== tmpdir() || !FALLBACK_NAME.test(basename(outbox))) return;
  for (const path of [catalogPath(outbox), ignoreFile(outbox)]) rmSync(path, { force: true });
  try {
    rmdirSync(outbox);
  } catch {
    // Another session is waiting in it, or a stranger's file.
  }
}

/** Name of a session's folder, as `createSession` makes it. */
const SESSION_NAME = /^\d{14}-.+-[0-9a-f]{8}$/;
/** A folder that has no journal after so long belongs to a process that died while it made it; milliseconds. */
const STILLBORN = 60_000;

/**
 * Removes the sessions that were delivered and kept for longer than so many days, what is left of those that somebody
 * was clearing away when his process ended, and those that never came to have a journal; tidies the catalog.
 * Housekeeping: it never throws.
 */
export function tidyOutbox(outbox: string, keepDays: number): void {
  tidyCatalog(outbox);
  const now = Date.now();
  for (const name of namesIn(outbox)) {
    const directory = join(outbox, name);
    if (!SESSION_NAME.test(name) || isSession(directory) || isReportSession(directory)) continue;
    try {
      // A link of an outbox from elsewhere leads to folders that are not ours.
      if (!lstatSync(directory).isDirectory()) continue;
      const delivered = statSync(join(directory, DELIVERED), { throwIfNoEntry: false });
      const age = now - (delivered ?? statSync(directory)).mtimeMs;
      if (age > (delivered === undefined ? STILLBORN : keepDays * 86_400_000)) removeSession(directory);
    } catch {
      // Somebody else is clearing it away this very moment.
    }
  }
}

/**
 * Only what the outbox itself puts there is removed, never a stranger's file.
 *
 * @param patience how long to go on, milliseconds; the rest is left to the next session that tidies the outbox. Default
 *   without limit
 */
export function removeSession(directory: string, patience: number = Number.POSITIVE_INFINITY): void {
  const limit = performance.now() + patience;
  const { attachments, channel, progress, journal, reported } = sessionFiles(directory);
  const delivered = join(directory, DELIVERED);
  // First of all and at once: a journal that is found without its progress would be delivered again.
  if (existsSync(journal)) renameSync(journal, delivered);
  if (!emptyFolder(attachments, limit)) return;
  for (const path of [attachments, channel, progress, reported]) rmSync(path, { recursive: true, force: true });
  for (const { owner } of readLocks(directory)) removeLifeSocket(directory, owner);
  for (const name of readdirSync(directory)) {
    if (/^lock\.\d+$/.test(name) || LIFE_SOCKET.test(name)) rmSync(join(directory, name), { force: true });
  }
  rmSync(delivered, { force: true });
  try {
    rmdirSync(directory);
  } catch {
    // A stranger's file is in it, or the lock of somebody who came late and will find nothing to do.
  }
}

/** False when there was no time for all of it. What a link leads to is not ours to empty. */
function emptyFolder(folder: string, limit: number): boolean {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return true;
  for (const name of namesIn(folder)) {
    if (performance.now() > limit) return false;
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  return true;
}
