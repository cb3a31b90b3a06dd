import type { ReadonlySignal } from '@preact/signals';
import type { Difference } from '@testpoint/report/browser';
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
  /** Searches the same where the results are. @param term folded */
  find?(term: string, signal: AbortSignal): AsyncIterable<FoundTexts>;
  history?(chunk: number): Promise<HistoryChunk>;
  /** The history of one test, where the results are. @param place as in `result` */
  historyOf?(place: number): Promise<RowHistory>;
  /** The tests that differ from the other run; undefined if the source compares on another page. */
  comparison?(): Promise<ComparisonData>;
  attachment(file: ReportFile, contentType: string): Content;
  /** Address of the page with a test's results over runs; undefined in a report, which has no such page. @param id external id */
  pageOfTest?(id: string): string;
  /** Whether more results may arrive; undefined in a report. */
  readonly isUnderWay?: ReadonlySignal<boolean>;
  /** What an earlier run says about this one, once it is known; undefined in a report, whose run data say it. */
  readonly before?: ReadonlySignal<RunBefore | undefined>;
  /** The test points of the run, and the autotests that fill each. */
  readonly testPoints?: TestPoints;
}

/** A test in the earlier runs, oldest first. */
export interface RowHistory {
  runs: readonly { startedAt: number; commit?: string | undefined }[];
  /** One letter for each run; '-' if the test was not in it. */
  outcomes: string;
  /** Milliseconds; -1 if unknown. */
  durations: number[];
}

/** The run before. */
export interface RunBefore {
  startedAt: number;
  testPoints: number;
  /** What has changed since; undefined while that is unknown. */
  counts: Record<Difference, number> | undefined;
  /** Address of a list of it. */
  linkTo: (kind: Difference) => string;
}

/** Some texts that contain a term. */
export interface FoundTexts {
  chunk: SearchChunk;
  /** The searched part of the run, from 0 to 1. */
  done: number;
}

/** Test points, page by page. */
export interface TestPoints {
  /** Grows with every change, so that a view asks again. */
  readonly version: ReadonlySignal<number>;
  /** @param after `next` of the page before; 0 for the first */
  page(after: number, limit: number, status: PointStatus | undefined): Promise<TestPointPage>;
}

export type PointStatus = 'Passed' | 'Skipped' | 'Blocked' | 'In progress' | 'Failed';

interface TestPointPage {
  testPoints: TestPoint[];
  /** Null after the last page. */
  next: number | null;
}

export interface TestPoint {
  configurationId: string;
  configurationName: string | null;
  testCaseGlobalId: number | null;
  testCaseName: string | null;
  status: PointStatus;
  autoTests: {
    externalId: string;
    status: PointStatus;
    /** Skipped by the run's end, because it has no result. */
    filler: boolean;
    hasResult: boolean;
    /** Identifies its test in the report. */
    key: string;
  }[];
}

/** The parts of an attachment's content that a page can get. */
export interface Content {
  /** URL for images, videos, frames and links. */
  url?: string | undefined;
  /** Whether the URL may be shown in a frame, because it is a file next to the page. */
  framable: boolean;
}

export class UnreadableData extends Error {
  readonly code = 'UNREADABLE_DATA';
  override readonly name = 'UnreadableData';

  constructor(file: string, why: string) {
    super(`${file} ${why}`);
  }
}
