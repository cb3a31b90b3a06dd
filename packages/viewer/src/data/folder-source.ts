import {
  type ComparisonData,
  DATA_CALLBACK,
  type HistoryChunk,
  type ReportFile,
  type ResultItem,
  type RowChunk,
  type RunData,
  SERVED_DATA,
  type SearchChunk,
} from '@testpoint/report/format';
import { RecentChunks } from './recent-chunks.js';
import { asComparison, asHistory, asResults, asRows, asRun, asSearch, hasTraceViewerOf } from './shapes.js';
import { type Content, type Source, UnreadableData } from './source.js';

const ATTACHMENT = /^attachments(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;

interface FileRequest {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** A report folder. A page from `file://` cannot use fetch, so each data file is a script that passes its value to a global function. */
export class FolderSource implements Source {
  readonly #waiting = new Map<string, FileRequest>();
  /** One script per file, even for several simultaneous requests. */
  readonly #loading = new Map<string, Promise<unknown>>();
  /** Values that arrived before they were requested: `index.html` itself loads the run. */
  readonly #early = new Map<string, unknown>();
  readonly #results = new RecentChunks(async (chunk) => asResults(await this.#load(`results-${chunk}`)));
  readonly #histories = new RecentChunks(async (chunk) => asHistory(await this.#load(`history-${chunk}`)));

  constructor() {
    Object.defineProperty(globalThis, DATA_CALLBACK, {
      value: (name: string, value: unknown) => {
        const waiting = this.#waiting.get(name);
        if (waiting === undefined) this.#early.set(name, value);
        else waiting.resolve(value);
      },
    });
  }

  async run(): Promise<RunData> {
    const [run, isServed] = await Promise.all([this.#load('run').then(asRun), this.#isServedWithViewer()]);
    return isServed ? { ...run, hasTraceViewer: true } : run;
  }

  async rows(chunk: number): Promise<RowChunk> {
    return asRows(await this.#load(`rows-${chunk}`));
  }

  async result(chunk: number, place: number): Promise<ResultItem> {
    const item = (await this.#results.get(chunk))[place];
    if (item === undefined) throw new UnreadableData(`data/results-${chunk}.js`, `has no result ${place}.`);
    return item;
  }

  async search(chunk: number): Promise<SearchChunk> {
    return asSearch(await this.#load(`search-${chunk}`));
  }

  async comparison(): Promise<ComparisonData> {
    return asComparison(await this.#load('comparison'));
  }

  history(chunk: number): Promise<HistoryChunk> {
    return this.#histories.get(chunk);
  }

  attachment(file: ReportFile): Content {
    const { path, text } = file;
    const isOurs = path !== undefined && ATTACHMENT.test(path);
    return { framable: isOurs, ...(isOurs && { url: path }), ...(text !== undefined && { text }) };
  }

  /** Whether the report is served together with a trace viewer. */
  async #isServedWithViewer(): Promise<boolean> {
    if (!location.protocol.startsWith('http')) return false;
    return this.#load(SERVED_DATA).then(hasTraceViewerOf, () => false);
  }

  #load(name: string): Promise<unknown> {
    if (this.#early.has(name)) {
      const value = this.#early.get(name);
      this.#early.delete(name);
      return Promise.resolve(value);
    }
    const loading = this.#loading.get(name) ?? this.#request(name).finally(() => this.#loading.delete(name));
    this.#loading.set(name, loading);
    return loading;
  }

  #request(name: string): Promise<unknown> {
    const file = `data/${name}.js`;
    const script = document.createElement('script');
    const loading = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(name, { resolve, reject });
      script.onerror = () => reject(new UnreadableData(file, 'is missing from this report.'));
      // A script runs before its load event. If the promise is still pending, the script did not call the function.
      script.onload = () => reject(new UnreadableData(file, 'is damaged.'));
      script.src = file;
      document.head.append(script);
    });
    return loading.finally(() => {
      this.#waiting.delete(name);
      script.remove();
    });
  }
}
