import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HeldFile } from '../../built-ins/held-file.js';
import { heldFiles } from './plain-files.js';

/** The name of a session's journal shows its purpose: delivery looks for the first and skips the second. */
export const JOURNAL = 'journal.ndjson';
const REPORT_JOURNAL = 'report.ndjson';
/** The journal of a session that was delivered and is kept. */
const DELIVERED_JOURNAL = 'delivered.ndjson';

/** The files of one session in the outbox. */
export interface SessionFiles {
  directory: string;
  journal: string;
  progress: string;
  /** Folder of attachment files. */
  attachments: string;
  /** Folder in which test processes leave messages for their reporter. */
  channel: string;
  /** How much of the journal is in a report, bytes; only if there is a report. */
  reported: string;
  /** Open files, in a running session. */
  descriptors?: SessionDescriptors;
}

/**
 * Files for the delivery thread, opened by the main thread before the suite begins: a test may delete the outbox, or
 * open so many files that no other can be opened.
 */
export interface SessionDescriptors {
  /** For reading and appending. */
  journal: HeldFile;
  /** The same; undefined if the file could not be created. */
  progress: HeldFile | undefined;
}

/** Prefix of the name of an outbox outside of the project, created if the project's folder is not writable. */
export const FALLBACK_PREFIX = 'testpoint-';
export const FALLBACK_NAME = /^testpoint-[A-Za-z0-9]{6}$/;

/** @param isForReport whether the session is only for a report and not delivered. Default: read from its folder */
export function sessionFiles(directory: string, isForReport: boolean = isReportSession(directory)): SessionFiles {
  return {
    directory,
    journal: join(directory, isForReport ? REPORT_JOURNAL : JOURNAL),
    progress: join(directory, 'progress.ndjson'),
    attachments: join(directory, 'attachments'),
    channel: join(directory, 'channel'),
    reported: join(directory, 'reported'),
  };
}

/** Whether this is the folder of a session without a key, which is only for a report and not delivered. */
export function isReportSession(directory: string): boolean {
  return existsSync(join(directory, REPORT_JOURNAL));
}

/** The files of a session that was delivered and is kept. */
export function deliveredFiles(directory: string): SessionFiles {
  return { ...sessionFiles(directory), journal: join(directory, DELIVERED_JOURNAL) };
}

/** Call it when the descriptors are no longer in use. */
export function closeDescriptors({ journal, progress }: SessionDescriptors): void {
  heldFiles.release(journal);
  if (progress !== undefined) heldFiles.release(progress);
}

/** Keeps an outbox or a report out of version control. */
export function ignoreFile(folder: string): string {
  return join(folder, '.gitignore');
}
