import { existsSync } from 'node:fs';
import { heldFiles, plainFiles } from '../format/plain-files.js';
import type { SessionFiles } from '../format/session-files.js';
import { isSession } from '../read/sessions.js';
import { makeFolders } from '../write/new-session.js';
import { retireSession } from './clearing.js';

/** Problems with a session's folder after delivery. */
export interface OutboxTrouble {
  /** It was deleted in the meantime. Undelivered results are lost, or were restored. */
  removed?: 'lost' | 'put back';
  /** Why deliveries are not marked there. A later flush of the folder would send them again. */
  unmarked?: string;
}

/**
 * Leaves a session's folder in the right state after delivery: deleted if everything is delivered, otherwise present, even
 * if someone deleted it in the meantime. Never throws.
 * @param unmarked why deliveries are not marked
 * @param keepDays how long to keep a delivered session
 * @param patience maximum time for deleting, milliseconds; the next session deletes the rest
 */
export function concludeSession(
  files: SessionFiles,
  isDelivered: boolean,
  unmarked: string | undefined,
  keepDays: number,
  patience?: number,
): OutboxTrouble | undefined {
  if (!existsSync(files.journal)) {
    return { removed: !isDelivered && restoreSession(files) ? 'put back' : 'lost' };
  }
  if (isDelivered) {
    try {
      retireSession(files, keepDays, patience);
    } catch {
      // The name of the journal or the progress file shows what was delivered, unless `unmarked` says why not.
    }
  }
  return unmarked === undefined || !isSession(files.directory) ? undefined : { unmarked };
}

/** Rewrites a deleted session from the files that are still open. Its attachments are gone. */
function restoreSession(files: SessionFiles): boolean {
  const { descriptors, journal, progress } = files;
  if (descriptors === undefined) return false;
  try {
    makeFolders(files);
    // A journal without its progress file would be delivered again.
    if (descriptors.progress !== undefined) plainFiles.copyFrom(heldFiles.descriptorOf(descriptors.progress), progress);
    plainFiles.copyFrom(heldFiles.descriptorOf(descriptors.journal), journal);
    return true;
  } catch {
    return false;
  }
}
