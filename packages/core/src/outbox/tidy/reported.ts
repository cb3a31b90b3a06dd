import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { SessionFiles } from '../format/session-files.js';

/** Bytes of a journal; 0 where it is gone. */
export function journalSize({ journal }: SessionFiles): number {
  return statSync(journal, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Notes that a report has so much of the journal. Never throws.
 * @param size bytes, as they were when the report was begun
 */
export function markReported({ reported }: SessionFiles, size: number): void {
  try {
    writeFileSync(reported, `${size}`, { mode: 0o600 });
  } catch {
    // The outbox is gone or full: at the worst its report is made once more.
  }
}

/** Whether a report has all that the journal says. */
export function isReported(files: SessionFiles): boolean {
  try {
    return Number(readFileSync(files.reported, 'utf8')) >= journalSize(files);
  } catch {
    return false;
  }
}
