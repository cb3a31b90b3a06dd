import type {
  ComparisonData,
  HistoryChunk,
  ReportFile,
  ResultItem,
  RowChunk,
  RunData,
  SearchChunk,
} from '@testpoint/report/format';

/**
 * The viewer's only interface to its data: a report folder, a single file, or a server. What a source can't do, it leaves out. Chunk numbers start at 1, as in the
 * names of their files. Each method rejects with `UnreadableData` if the data is missing or damaged.
 */
export interface Source {
  run(): Promise<RunData>;
  rows(chunk: number): Promise<RowChunk>;
  /** @param place position in the chunk, from 0 */
  result(chunk: number, place: number): Promise<ResultItem>;
  /** What results contain besides the columns of the table; only with `RunData.searchChunks`. */
  search?(chunk: number): Promise<SearchChunk>;
  history(chunk: number): Promise<HistoryChunk>;
  /** The tests that differ from the other run; undefined if the source compares on another page. */
  comparison?(): Promise<ComparisonData>;
  attachment(file: ReportFile, contentType: string): Content;
  /** Address of the page with a test's results over runs; undefined if there is none. @param id external id */
  pageOfTest?(id: string): string;
  /** Opens an attachment in the user's trace viewer; undefined if only a command can do that. */
  traceOpener(): Promise<TraceOpener | undefined>;
}

/** The parts of an attachment's content that a page can get. */
export interface Content {
  /** URL for images, videos, frames and links. */
  url?: string;
  text?: string;
  /** Whether the URL may be shown in a frame, because it is a file next to the page. */
  framable: boolean;
}

/** Resolves when the trace viewer starts. Rejects with a message to show to the user. */
export type TraceOpener = (path: string) => Promise<void>;

export class UnreadableData extends Error {
  readonly code = 'UNREADABLE_DATA';
  override readonly name = 'UnreadableData';

  constructor(file: string, why: string) {
    super(`${file} ${why}`);
  }
}
