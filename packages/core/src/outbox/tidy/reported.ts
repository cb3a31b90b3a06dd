import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { SessionFiles } from '../format/session-files.js';

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
    writeFileSync(reported, `${size}`, { mode: 0o600 });
  } catch {
    // The outbox is gone or full. At worst, its report is made again.
  }
}

/** Whether a report contains the whole journal. */
export function isReported(files: SessionFiles): boolean {
  try {
    return Number(readFileSync(files.reported, 'utf8')) >= journalSize(files);
  } catch {
    return false;
  }
}
