import type { ResultLine } from '@testpoint/interface/codec';
import type { SessionData } from '../format.js';
import type { ResultRow } from './result-row.js';

/** A source of a report's results: a session's journal, or another report. */
export interface ReportSource {
  /** The folder of the session or report. */
  readonly place: string;
  /** The data that is known at once. Counts, end, problems and damage are complete only after all rows have been read. */
  readonly sessions: readonly SessionData[];
  /** Folder of the suite, whose sources errors may show; undefined if errors already show everything. */
  readonly root?: string;
  /**
   * Every result once, in order of arrival. A row's session is its index in `sessions`.
   * @throws if the source can't be read
   */
  rows(): Iterable<ResultRow>;
  /** A result's journal line, without its ending. Valid until the next call. */
  read(place: number): Buffer;
  /** The attachments of the result at that position, in the order of its line. */
  attachments(place: number, line: Pick<ResultLine, 'attachments'>): SourceAttachment[];
  close(): void;
}

export interface SourceAttachment {
  name: string;
  contentType: string;
  /** The absolute path of the file; undefined if the content is missing. */
  path?: string;
  missing?: string;
}

/** A journal or report can't be read. A damaged or foreign one may contain anything. */
export class UnreadableSourceError extends Error {
  readonly code = 'UNREADABLE_SOURCE';
}

/** How many rows to read before letting others work. */
export const ROWS_AT_ONCE = 100;
