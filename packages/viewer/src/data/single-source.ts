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

/** Types that a browser shows as a picture or a video and never executes. */
const SHOWN = /^(image\/(png|jpeg|gif|webp|avif|bmp)|video\/(webm|mp4|ogg))$/;

/** A report in one file: each data file and attachment is a block of data in the page. */
export class SingleSource implements Source {
  readonly #results = new RecentChunks(async (chunk) => asResults(parsed(`results-${chunk}`)));
  readonly #urls = new Map<string, string>();

  /** Whether this page is a single-file report. */
  static isHere(): boolean {
    return blockOf('run') !== undefined;
  }

  async run(): Promise<RunData> {
    return asRun(parsed('run'));
  }

  async rows(chunk: number): Promise<RowChunk> {
    return asRows(parsed(`rows-${chunk}`));
  }

  async result(chunk: number, place: number): Promise<ResultItem> {
    const item = (await this.#results.get(chunk))[place];
    if (item === undefined) throw new UnreadableData(`Block results-${chunk}`, `has no result ${place}.`);
    return item;
  }

  async search(chunk: number): Promise<SearchChunk> {
    return asSearch(parsed(`search-${chunk}`));
  }

  async comparison(): Promise<ComparisonData> {
    return asComparison(parsed('comparison'));
  }

  async history(chunk: number): Promise<HistoryChunk> {
    return asHistory(parsed(`history-${chunk}`));
  }

  attachment({ path, text, isText }: ReportFile, contentType: string): Content {
    const content: Content = { framable: false, ...(text !== undefined && { text }) };
    if (path !== undefined) {
      const url = this.#urls.get(path) ?? urlOf(path, contentType, isText);
      if (url !== undefined) {
        this.#urls.set(path, url);
        content.url = url;
      }
    }
    return content;
  }
}

function blockOf(id: string): string | undefined {
  const element = document.getElementById(id);
  return element instanceof HTMLScriptElement ? (element.textContent ?? undefined) : undefined;
}

function parsed(id: string): unknown {
  const block = blockOf(id);
  if (block === undefined) throw new UnreadableData(`Block ${id}`, 'is missing from this report.');
  try {
    return JSON.parse(block);
  } catch {
    throw new UnreadableData(`Block ${id}`, 'is damaged.');
  }
}

function urlOf(path: string, contentType: string, isText: boolean | undefined): string | undefined {
  const block = blockOf(path);
  if (block === undefined) return undefined;
  const type = SHOWN.test(contentType) ? contentType : isText ? 'text/plain' : 'application/octet-stream';
  try {
    const binary = atob(block);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < bytes.length; index++) bytes[index] = binary.charCodeAt(index);
    return URL.createObjectURL(new Blob([bytes], { type }));
  } catch {
    return undefined;
  }
}
