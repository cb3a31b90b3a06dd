import { closeSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/** What a session is for shows in its journal's name: delivery looks for the first and passes over the second. */
export const JOURNAL = 'journal.ndjson';
const REPORT_JOURNAL = 'report.ndjson';

/** The files of one session in the outbox. */
export interface SessionFiles {
  directory: string;
  journal: string;
  progress: string;
  /** Folder of attachment files. */
  attachments: string;
  /** Folder in which test processes leave what their reporter is to read. */
  channel: string;
  /** How much of the journal is in a report, bytes; only where there is one. */
  reported: string;
  /** A living session's: of files that are open already. */
  descriptors?: SessionDescriptors;
}

/**
 * Descriptors that the delivery thread works with, opened by the main thread before the suite begins: a test may remove
 * the outbox, or open so many files that no other can be opened.
 */
export interface SessionDescriptors {
  /** For reading and appending. */
  journal: number;
  /** The same; undefined where the file could not be made. */
  progress: number | undefined;
}

/** How the name of an outbox begins that is made where the project's folder can't be written to. */
export const FALLBACK_PREFIX = 'testpoint-';
export const FALLBACK_NAME = /^testpoint-[A-Za-z0-9]{6}$/;

/** @param isForReport nothing of the session is to be delivered. Default as its folder says */
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

/** Whether the folder is that of a session without a key, of which a report is to be made and nothing is to be delivered. */
export function isReportSession(directory: string): boolean {
  return existsSync(join(directory, REPORT_JOURNAL));
}

/** Call this when they are no longer in use. */
export function closeDescriptors({ journal, progress }: SessionDescriptors): void {
  for (const descriptor of [journal, progress]) {
    try {
      if (descriptor !== undefined) closeSync(descriptor);
    } catch {
      // A suite may have closed every descriptor it found.
    }
  }
}
