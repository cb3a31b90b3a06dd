import type { SessionData } from './format.js';
import type { Members } from './members.js';
import type { ResultRow } from './result-row.js';

/** Where a report's results come from: a session's journal, or another report. */
export interface ReportSource {
  /** What is known at once. Counts, end, problems and damage are complete when all rows are read. */
  readonly sessions: readonly SessionData[];
  /** Folder of the suite, whose sources errors may show; undefined where they show what they are to show. */
  readonly root?: string;
  /**
   * Every result once, in the order in which they came. A row's session is its index in `sessions`.
   * @throws when the source can't be read
   */
  rows(): Iterable<ResultRow>;
  /** A result's line as in its journal, without its end. Good until the next one is asked for. */
  read(place: number): Buffer;
  /** The attachments of the result at that place, in the order of its entry. */
  attachments(place: number, entry: Members): SourceAttachment[];
  close(): void;
}

export interface SourceAttachment {
  name: string;
  contentType: string;
  /** The file, absolute; undefined where the content is missing. */
  path?: string;
  missing?: string;
}

/** A damaged or foreign journal may hold what is no such thing at all. */
export class UnreadableSourceError extends Error {
  readonly code = 'UNREADABLE_SOURCE';
}

/** How many rows lie between two moments in which others may work. */
export const ROWS_AT_ONCE = 100;
