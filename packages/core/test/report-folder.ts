import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { ComparisonData, HistoryChunk, ResultItem, ResultView, RowChunk, RunData } from '@testpoint/report/format';

/** A result of a report, from its item. */
export interface ShownResult extends Omit<ResultItem, 'entry'> {
  entry: {
    id: string;
    view?: ResultView;
    body: { outcome: string; message?: string; autoTestExternalId?: string };
    attachments?: { name: string }[];
  };
}

/** A report folder, read as a browser does: data files run as scripts. */
export class ReportFolder {
  readonly #directory: string;
  readonly run: RunData;

  constructor(directory: string) {
    this.#directory = directory;
    this.run = this.#load('run') as RunData;
  }

  get rows(): RowChunk[] {
    return this.#all('rows', this.run.rowChunks) as RowChunk[];
  }

  get titles(): string[] {
    return this.rows.flatMap(({ titles }) => titles);
  }

  get history(): HistoryChunk[] {
    return this.#all('history', this.run.history === undefined ? 0 : this.run.rowChunks) as HistoryChunk[];
  }

  get comparison(): ComparisonData {
    return this.#load('comparison') as ComparisonData;
  }

  /** The results of the rows, in order. */
  get results(): ShownResult[] {
    const chunks = this.#all('results', this.run.resultChunks) as ShownResult[][];
    return this.rows.flatMap(({ resultChunks, resultPlaces }) =>
      resultChunks.map((chunk, index) => chunks[chunk - 1]?.[resultPlaces[index] ?? -1] as ShownResult),
    );
  }

  result(title: string): ShownResult {
    const found = this.results[this.titles.indexOf(title)];
    if (found === undefined) throw new Error(`no result "${title}" among ${this.titles.join(', ')}`);
    return found;
  }

  /** Content of a file in the folder, as text. */
  text(path: string): string {
    return readFileSync(join(this.#directory, path), 'utf8');
  }

  /** Paths of all files in the folder. */
  get files(): string[] {
    return readdirSync(this.#directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(this.#directory.length + 1)
          .replaceAll('\\', '/'),
      )
      .sort();
  }

  #all(kind: string, count: number): unknown[] {
    return Array.from({ length: count }, (_, index) => this.#load(`${kind}-${index + 1}`));
  }

  #load(name: string): unknown {
    let loaded: unknown;
    const testpoint = (given: string, value: unknown) => {
      if (given === name) loaded = value;
    };
    runInNewContext(this.text(`data/${name}.js`), { testpoint });
    // Converts to plain objects of this context, for comparisons.
    return JSON.parse(JSON.stringify(loaded));
  }
}
