import { type Signal, signal } from '@preact/signals';
import { isObject } from '@testpoint/interface/codec';
import { type Difference, slugOf } from '@testpoint/report/browser';
import type { ReportFile, ResultItem, RowChunk, RunData } from '@testpoint/report/format';
import { get, getLines } from './server.js';
import { comparisonOf } from './server-comparison.js';
import { runOf, startOf, type TestHistory } from './server-runs.js';
import { asResults, asRows, asRun, asSearch } from './shapes.js';
import {
  type Content,
  type FoundTexts,
  type RowHistory,
  type RunBefore,
  type Source,
  type TestPoints,
  UnreadableData,
} from './source.js';

/** Letters of outcomes by the interface's weights. */
const LETTERS = '-PSB-F';

/** A run that a server holds, as of one moment. */
export class ServerSource implements Source {
  readonly #id: string;
  readonly #run: RunData;
  /** Chunks of rows that have not arrived yet, in order. */
  readonly #lines: AsyncIterator<unknown>;
  /** Chunks of rows that the table does not have yet, by number. */
  readonly #arriving = new Map<number, Promise<RowChunk>>();
  /** What stays of each chunk. */
  readonly #places: Promise<Pick<RowChunk, 'first' | 'resultPlaces'>>[] = [];
  /** The version of the run when it was loaded. */
  readonly #version: number;
  /** How many results the server had, including replaced ones. */
  readonly results: number;
  /** The version of the run that the server has now. */
  readonly version: Signal<number>;
  readonly isUnderWay: Signal<boolean> = signal(false);
  readonly before: Signal<RunBefore | undefined>;
  readonly testPoints: TestPoints;

  private constructor(
    id: string,
    run: RunData,
    lines: AsyncIterator<unknown>,
    numbers: { results: number; version: number },
    before = signal<RunBefore | undefined>(undefined),
  ) {
    const { results, version } = numbers;
    this.before = before;
    this.#id = id;
    this.#run = run;
    this.#lines = lines;
    this.results = results;
    this.#version = version;
    this.version = signal(version);
    this.testPoints = {
      version: this.version,
      page(after, limit, status) {
        const query = new URLSearchParams({ after: `${after}`, limit: `${limit}`, ...(status && { status }) });
        return get(`/viewer/runs/${id}/points?${query}`);
      },
    };
  }

  /** What the run contains now. @throws `UnreadableData` */
  static async load(id: string): Promise<ServerSource> {
    const source = await ServerSource.#load(id, '');
    if (typeof source === 'number') throw new UnreadableData('The run', 'is damaged.');
    return source;
  }

  /** What the run contains beyond this source, or after how many milliseconds to ask again. */
  next(): Promise<ServerSource | number> {
    return ServerSource.#load(this.#id, `?after=${this.#version}`, this.before);
  }

  static async #load(
    id: string,
    query: string,
    before?: Signal<RunBefore | undefined>,
  ): Promise<ServerSource | number> {
    const lines = getLines(`/viewer/runs/${id}/report${query}`);
    const { value: report } = await lines.next();
    if (!isObject(report)) throw new UnreadableData('The run', 'is damaged.');
    if (typeof report.wait === 'number') return report.wait;
    const numbers = { results: Number(report.results), version: Number(report.version) };
    return new ServerSource(id, asRun(report.run), lines, numbers, before);
  }

  /** Finds the run before, and what has changed since if this one is over. Errors leave it unknown. */
  async look(isOver: boolean): Promise<void> {
    try {
      const other = this.before.peek();
      const before = other?.counts === undefined ? (await runOf(this.#id)).before : null;
      if (before === null) return;
      const run = await runOf(before);
      const linkTo = (kind: Difference) => `/compare?run=${this.#id}&with=${before}#${slugOf(kind)}`;
      const known = { startedAt: startOf(run), testPoints: run.testPoints.total, linkTo };
      this.before.value = { ...known, counts: undefined };
      if (isOver) this.before.value = { ...known, counts: (await comparisonOf(this.#id, before)).counts };
    } catch {
      // It only adds to the page.
    }
  }

  async run(): Promise<RunData> {
    return this.#run;
  }

  async rows(chunk: number): Promise<RowChunk> {
    this.#ask(chunk);
    const rows = this.#arriving.get(chunk) as Promise<RowChunk>;
    rows.then(
      () => setTimeout(() => this.#arriving.delete(chunk)),
      () => {},
    );
    return rows;
  }

  /** Begins to read so many chunks. */
  #ask(chunks: number): void {
    while (this.#places.length < chunks) {
      const rows = this.#lines.next().then(({ value }) => asRows(value));
      this.#arriving.set(this.#places.length + 1, rows);
      this.#places.push(rows.then(({ first, resultPlaces }) => ({ first, resultPlaces })));
    }
  }

  /** @param place the number of the result in its run */
  async result(_chunk: number, place: number): Promise<ResultItem> {
    const [item] = asResults([await get(`/viewer/runs/${this.#id}/results/${place}`)]);
    if (item === undefined) throw new UnreadableData(`Result ${place}`, 'is damaged.');
    return item;
  }

  async *find(term: string, signal: AbortSignal): AsyncGenerator<FoundTexts> {
    const rows = await this.#rowsByPlace();
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

  async historyOf(place: number): Promise<RowHistory> {
    const history = await get<TestHistory>(`/viewer/runs/${this.#id}/results/${place}/history`);
    const runs = history.created.map((created, index) => {
      return { startedAt: Date.parse(created), commit: history.commits[index] ?? undefined };
    });
    const outcomes = history.weights.map((weight) => LETTERS[weight]).join('');
    return {
      runs: runs.toReversed(),
      outcomes: [...outcomes].toReversed().join(''),
      durations: history.durations.map((duration) => duration ?? -1).toReversed(),
    };
  }

  attachment({ path, isText }: ReportFile): Content {
    if (path === undefined) return { framable: false };
    return { url: `/viewer/attachments/${encodeURIComponent(path)}/content`, framable: isText === true };
  }

  /** Rows by the numbers of their results. */
  async #rowsByPlace(): Promise<Map<number, number>> {
    const rows = new Map<number, number>();
    this.#ask(this.#run.rowChunks);
    for (const { first, resultPlaces } of await Promise.all(this.#places)) {
      for (const [index, place] of resultPlaces.entries()) rows.set(place, first + index);
    }
    return rows;
  }

  pageOfTest(id: string): string {
    return `/tests?id=${encodeURIComponent(id)}`;
  }
}
