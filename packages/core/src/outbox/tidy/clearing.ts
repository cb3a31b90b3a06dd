import { existsSync, lstatSync, readdirSync, renameSync, rmdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { lastRunPath } from '../format/last-run.js';
import { withheldPath } from '../format/rerun.js';
import {
  deliveredFiles,
  FALLBACK_NAME,
  ignoreFile,
  isReportSession,
  type SessionFiles,
  sessionFiles,
} from '../format/session-files.js';
import { isSession, namesIn } from '../read/sessions.js';
import { catalogPath } from '../write/catalog.js';
import { tidyCatalog } from './catalog-tidying.js';

/**
 * Deletes a delivered session, or keeps it for this many days under a name that no flush picks up.
 * @param patience as for `removeSession`
 */
export function retireSession({ directory, journal }: SessionFiles, keepDays: number, patience?: number): void {
  if (keepDays === 0) {
    removeSession(directory, patience);
    removeFallback(dirname(directory));
    return;
  }
  const { journal: delivered } = deliveredFiles(directory);
  renameSync(journal, delivered);
  // The days count from now, not from the end of the session.
  const now = new Date();
  utimesSync(delivered, now, now);
}

/** Also deletes an outbox that had to be created elsewhere for one session. */
function removeFallback(outbox: string): void {
  if (dirname(outbox) !== tmpdir() || !FALLBACK_NAME.test(basename(outbox))) return;
  for (const path of [catalogPath(outbox), lastRunPath(outbox), ignoreFile(outbox)]) rmSync(path, { force: true });
  try {
    rmdirSync(outbox);
  } catch {
    // It contains another session, or a foreign file.
  }
}

/** The form of the name that `createSession` gives a session's folder. */
const SESSION_NAME = /^\d{14}-.+-[0-9a-f]{8}$/;
/** A folder without a journal after this time belongs to a process that died while creating it; milliseconds. */
const ABANDONED = 60_000;

/**
 * Deletes delivered sessions that were kept for longer than this many days, leftovers of interrupted deletions, and sessions
 * that never got a journal. Tidies the catalog. Housekeeping: it never throws.
 * @param patience maximum time, milliseconds; the next session that tidies the outbox deletes the rest. Default: no limit
 */
export function tidyOutbox(outbox: string, keepDays: number, patience: number = Number.POSITIVE_INFINITY): void {
  tidyCatalog(outbox);
  const limit = performance.now() + patience;
  const now = Date.now();
  for (const name of namesIn(outbox)) {
    if (performance.now() > limit) return;
    const directory = join(outbox, name);
    if (!SESSION_NAME.test(name) || isSession(directory) || isReportSession(directory)) continue;
    try {
      // A link in an outbox from elsewhere may lead to folders that are not ours.
      if (!lstatSync(directory).isDirectory()) continue;
      const delivered = statSync(deliveredFiles(directory).journal, { throwIfNoEntry: false });
      const age = now - (delivered ?? statSync(directory)).mtimeMs;
      if (age > (delivered === undefined ? ABANDONED : keepDays * 86_400_000))
        removeSession(directory, limit - performance.now());
    } catch {
      // Another process is deleting it right now.
    }
  }
}

/**
 * Deletes only files that the outbox itself creates, never a foreign file.
 * @param patience maximum time, milliseconds; the next session that tidies the outbox deletes the rest. Default: no limit
 */
export function removeSession(directory: string, patience: number = Number.POSITIVE_INFINITY): void {
  const limit = performance.now() + patience;
  const { attachments, channel, progress, journal, reported } = sessionFiles(directory);
  const { journal: delivered } = deliveredFiles(directory);
  // This comes first, in one step: a journal without its progress file would be delivered again.
  if (existsSync(journal)) renameSync(journal, delivered);
  if (!emptyFolder(attachments, limit)) return;
  for (const path of [attachments, channel, progress, reported, withheldPath(directory)])
    rmSync(path, { recursive: true, force: true });
  for (const name of readdirSync(directory)) {
    if (/^lock\.\d+$/.test(name)) rmSync(join(directory, name), { force: true });
  }
  rmSync(delivered, { force: true });
  try {
    rmdirSync(directory);
  } catch {
    // It contains a foreign file, or the lock of a process that came too late and will find nothing to do.
  }
}

/** Deletes a session that was delivered and kept; leaves any other. */
export function removeDelivered(directory: string): void {
  if (existsSync(deliveredFiles(directory).journal)) removeSession(directory);
}

/** False if there was not enough time. The target of a link is not ours to delete. */
function emptyFolder(folder: string, limit: number): boolean {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return true;
  for (const name of namesIn(folder)) {
    if (performance.now() > limit) return false;
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  return true;
}
