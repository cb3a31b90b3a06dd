import type { HistoryChunk, ReportFile, ResultItem, RowChunk, RunData } from '@testpoint/core/report-format';

/**
 * Where the viewer reads from, and all that it knows of it: a report folder, a single file, or one day a server. Chunks are
 * 1-based, as their files' names are. Each method rejects with `UnreadableData` where the data is not there or is not what it should be.
 */
export interface Source {
  run(): Promise<RunData>;
  rows(chunk: number): Promise<RowChunk>;
  /** @param place in the chunk, 0-based */
  result(chunk: number, place: number): Promise<ResultItem>;
  history(chunk: number): Promise<HistoryChunk>;
  attachment(file: ReportFile, contentType: string): Content;
  /** How the user's own trace viewer opens an attachment; undefined where only a command can. */
  traceOpener(): Promise<TraceOpener | undefined>;
}

/** An attachment's content, as far as a page can have it. */
export interface Content {
  /** For images, videos, frames and links. */
  url?: string;
  text?: string;
  /** The address may be shown in a frame: a file beside the page. */
  framable: boolean;
}

/** Resolves when the trace viewer starts; rejects with a sentence for people. */
export type TraceOpener = (path: string) => Promise<void>;

export class UnreadableData extends Error {
  readonly code = 'UNREADABLE_DATA';
  override readonly name = 'UnreadableData';

  constructor(file: string, why: string) {
    super(`${file} ${why}`);
  }
}
