import { closeSync, ftruncateSync, statSync, writeSync } from 'node:fs';
import { plainFiles, readText } from '../format/plain-files.js';
import type { SessionFiles } from '../format/session-files.js';

/** Bytes. */
const LONGEST = 64;

/** Size of a journal, bytes; 0 if it is gone. */
export function journalSize({ journal }: SessionFiles): number {
  return statSync(journal, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Records how much of the journal is in a report. Never throws.
 * @param size bytes when the report was started
 */
export function markReported({ reported }: SessionFiles, size: number): void {
  try {
    const descriptor = plainFiles.open(reported, 'create');
    try {
      ftruncateSync(descriptor);
      writeSync(descriptor, `${size}`);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The outbox is gone or full. At worst, its report is made again.
  }
}

/** Whether a report contains the whole journal. */
export function isReported(files: SessionFiles): boolean {
  try {
    return Number(readText(files.reported, LONGEST)) >= journalSize(files);
  } catch {
    return false;
  }
}
