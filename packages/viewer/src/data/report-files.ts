import type {
  ComparisonData,
  HistoryChunk,
  ReportFile,
  ResultItem,
  RowChunk,
  RunData,
  SearchChunk,
} from '@testpoint/report/format';
import { RecentChunks } from './recent-chunks.js';
import { asComparison, asHistory, asResults, asRows, asRun, asSearch } from './shapes.js';
import { type Content, type Source, UnreadableData } from './source.js';

/** The data files of a report, wherever they are. */
export abstract class ReportFiles implements Source {
  readonly #results = new RecentChunks(async (chunk) => asResults(await this.load(`results-${chunk}`)));
  readonly #histories = new RecentChunks(async (chunk) => asHistory(await this.load(`history-${chunk}`)));

  /** The value of a data file. */
  protected abstract load(name: string): Promise<unknown>;

  abstract attachment(file: ReportFile, contentType: string): Content;

  async run(): Promise<RunData> {
    return asRun(await this.load('run'));
  }

  async rows(chunk: number): Promise<RowChunk> {
    return asRows(await this.load(`rows-${chunk}`));
  }

  async result(chunk: number, place: number): Promise<ResultItem> {
    const item = (await this.#results.get(chunk))[place];
    if (item === undefined) throw new UnreadableData(`Part ${chunk} of the results`, `has no result ${place}.`);
    return item;
  }

  async search(chunk: number): Promise<SearchChunk> {
    return asSearch(await this.load(`search-${chunk}`));
  }

  async comparison(): Promise<ComparisonData> {
    return asComparison(await this.load('comparison'));
  }

  history(chunk: number): Promise<HistoryChunk> {
    return this.#histories.get(chunk);
  }
}
