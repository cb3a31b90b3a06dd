import { type Signal, signal } from '@preact/signals';
import type { HistoryChunk, ReportFile, ResultItem, RowChunk, RunData } from '@testpoint/report/format';
import { get, getLines } from './server.js';
import { asResults, asRows, asRun, asSearch, isObject } from './shapes.js';
import {
  type Content,
  type FoundTexts,
  type PointStatus,
  type Source,
  type TestPointPage,
  UnreadableData,
} from './source.js';

/** A run that a server holds, as of one moment. */
export class ServerSource implements Source {
  readonly #id: string;
  readonly #run: RunData;
  readonly #rows: readonly unknown[];
  /** How many results the server had, including replaced ones. */
  readonly results: number;
  /** The version of the run that the server has now. */
  readonly version: Signal<number>;
  readonly testPoints;

  private constructor(id: string, run: RunData, rows: readonly unknown[], results: number, version: number) {
    this.#id = id;
    this.#run = run;
    this.#rows = rows;
    this.results = results;
    this.version = signal(version);
    this.testPoints = {
      version: this.version,
      page: async (after: number, limit: number, status: PointStatus | undefined) => {
        const query = new URLSearchParams({ after: `${after}`, limit: `${limit}`, ...(status && { status }) });
        return (await get(`/viewer/runs/${id}/points?${query}`)) as TestPointPage;
      },
    };
  }

  static async load(id: string): Promise<ServerSource> {
    const report = await get(`/viewer/runs/${id}/report`);
    if (!isObject(report) || !Array.isArray(report.rows)) throw new UnreadableData('The run', 'is damaged.');
    return new ServerSource(id, asRun(report.run), report.rows, Number(report.results), Number(report.version));
  }

  async run(): Promise<RunData> {
    return this.#run;
  }

  async rows(chunk: number): Promise<RowChunk> {
    return asRows(this.#rows[chunk - 1]);
  }

  /** @param place the number of the result in its run */
  async result(_chunk: number, place: number): Promise<ResultItem> {
    const [item] = asResults([await get(`/viewer/runs/${this.#id}/results/${place}`)]);
    if (item === undefined) throw new UnreadableData(`Result ${place}`, 'is damaged.');
    return item;
  }

  async *find(term: string, signal: AbortSignal): AsyncGenerator<FoundTexts> {
    const rows = this.#rowsByPlace();
    const query = new URLSearchParams({ text: term });
    for await (const line of getLines(`/viewer/runs/${this.#id}/search?${query}`, signal)) {
      if (!isObject(line) || !Array.isArray(line.results)) throw new UnreadableData('The search', 'is damaged.');
      const found = line.results.map((places: number[]) =>
        places.flatMap((place) => (rows.has(place) ? [rows.get(place), 1] : [])),
      );
      const chunk = asSearch({ first: 0, texts: line.texts, kinds: line.kinds, rows: found });
      yield { chunk, done: Math.min(1, Number(line.looked) / Math.max(1, this.#run.rows)) };
    }
  }

  async history(): Promise<HistoryChunk> {
    throw new UnreadableData('The history', 'is on the page of each test.');
  }

  attachment({ path, isText }: ReportFile): Content {
    if (path === undefined) return { framable: false };
    return { url: `/viewer/attachments/${encodeURIComponent(path)}/content`, framable: isText === true };
  }

  /** Rows by the numbers of their results. */
  #rowsByPlace(): Map<number, number> {
    const rows = new Map<number, number>();
    for (const chunk of this.#rows) {
      const { first, resultPlaces } = asRows(chunk);
      for (const [index, place] of resultPlaces.entries()) rows.set(place, first + index);
    }
    return rows;
  }

  pageOfTest(id: string): string {
    return `/tests?id=${encodeURIComponent(id)}`;
  }

  async traceOpener(): Promise<undefined> {
    return undefined;
  }
}
