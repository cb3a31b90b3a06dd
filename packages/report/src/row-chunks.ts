import { chunkName, writeData } from './data-file.js';
import { ROWS_PER_CHUNK, type RowChunk } from './format.js';
import { shownId } from './result-row.js';
import type { ResultTable, TableRow } from './result-table.js';

/** The position of a row's result. */
export interface ResultPlace {
  chunk: number;
  place: number;
}

/** Writes the table of results column by column, a chunk at a time. */
export class RowChunks {
  readonly #directory: string;
  readonly #table: ResultTable;
  /** Epoch milliseconds from which the rows' starts count. */
  readonly #startedAt: number;
  #chunk: RowChunk;
  #rows = 0;
  count = 0;

  constructor(directory: string, table: ResultTable, startedAt: number) {
    this.#directory = directory;
    this.#table = table;
    this.#startedAt = startedAt;
    this.#chunk = emptyChunk(0);
  }

  /** @param history one letter per earlier run, if there is a history */
  add(row: TableRow, { chunk, place }: ResultPlace, history: string | undefined): void {
    const { files, suites, projects } = this.#table;
    const to = this.#chunk;
    const titles = [...(suites[row.suite] ?? []), row.title];
    to.outcomes += row.outcome;
    to.flaky += row.isFlaky ? '1' : '0';
    to.titles.push(row.title);
    to.suites.push(row.suite);
    to.files.push(row.file);
    to.lines.push(row.line);
    to.projects.push(row.project);
    to.sessions.push(row.session);
    to.starts.push(row.startedAt < 0 ? -1 : row.startedAt - this.#startedAt);
    to.durations.push(durationOf(row));
    to.workers.push(row.worker);
    to.ids.push(shownId({ id: row.id, project: projects[row.project] ?? '', file: files[row.file] ?? '', titles }));
    to.messages.push(row.message);
    to.failureReasons.push(row.failureReason);
    to.attempts.push(row.attempts + (row.earlier?.length ?? 0));
    to.resultChunks.push(chunk);
    to.resultPlaces.push(place);
    if (history !== undefined) {
      to.histories ??= [];
      to.histories.push(history);
    }
    if (++this.#rows % ROWS_PER_CHUNK === 0) this.end();
  }

  /** Writes the collected rows. */
  end(): void {
    if (this.#chunk.titles.length === 0) return;
    writeData(this.#directory, chunkName('rows', ++this.count), this.#chunk);
    this.#chunk = emptyChunk(this.#rows);
  }
}

/** Milliseconds; -1 if unknown. */
export function durationOf({ startedAt, endedAt }: Pick<TableRow, 'startedAt' | 'endedAt'>): number {
  return startedAt < 0 || endedAt < startedAt ? -1 : endedAt - startedAt;
}

function emptyChunk(first: number): RowChunk {
  return {
    ...{ first, outcomes: '', flaky: '', titles: [], suites: [], files: [], lines: [], projects: [], sessions: [] },
    ...{ starts: [], durations: [], workers: [], ids: [], messages: [], failureReasons: [], attempts: [] },
    ...{ resultChunks: [], resultPlaces: [] },
  };
}
