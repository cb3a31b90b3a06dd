import { type Signal, signal } from '@preact/signals';
import type { HistoryChunk, ReportFile, ResultItem, RowChunk, RunData } from '@testpoint/report/format';
import { get } from './server.js';
import { asRows, asRun, isObject } from './shapes.js';
import { type Content, type PointStatus, type Source, type TestPointPage, UnreadableData } from './source.js';

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
    const entry = await get(`/viewer/runs/${this.#id}/results/${place}`, comparable);
    if (!isObject(entry) || !isObject(entry.body)) throw new UnreadableData(`Result ${place}`, 'is damaged.');
    const { body, externalId, outcome } = entry;
    const files = Array.isArray(entry.files) ? entry.files.filter(isObject) : [];
    return {
      session: 0,
      files: files.map(({ id, size, contentType }) => ({
        path: String(id),
        bytes: Number(size),
        isText: /^text\/|json$/.test(String(contentType)),
      })),
      entry: {
        id: externalId,
        body: { ...body, outcome, traces: body.traces ?? body.stackTrace },
        attachments: files.map(({ id, name, contentType }) => ({ placeholder: id, name, contentType })),
      },
    };
  }

  async history(): Promise<HistoryChunk> {
    throw new UnreadableData('The history', 'is on the page of each test.');
  }

  attachment({ path, isText }: ReportFile): Content {
    if (path === undefined) return { framable: false };
    return { url: `/viewer/attachments/${encodeURIComponent(path)}/content`, framable: isText === true };
  }

  pageOfTest(id: string): string {
    return `/tests?id=${encodeURIComponent(id)}`;
  }

  async traceOpener(): Promise<undefined> {
    return undefined;
  }
}

/** Makes ids of attachments comparable, and names the steps of the legacy body like others. */
function comparable(key: string, value: unknown): unknown {
  if (key === 'attachments' && Array.isArray(value)) return value.map(lowerCased);
  if (isObject(value) && typeof value.action === 'string' && value.title === undefined) {
    return { ...value, title: value.action };
  }
  return value;
}

function lowerCased(reference: unknown): unknown {
  if (typeof reference === 'string') return reference.toLowerCase();
  return isObject(reference) && typeof reference.id === 'string' ? { id: reference.id.toLowerCase() } : reference;
}
