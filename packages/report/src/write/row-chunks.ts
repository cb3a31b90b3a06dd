import { ROWS_PER_CHUNK, type RowChunk } from '../format.js';
import { OUTCOME_LETTERS, type Rows } from '../run/rows.js';
import type { Run } from '../run/run.js';
import { chunkName, writeData } from './data-file.js';

/** The position of a row's result. */
export interface ResultPlace {
  chunk: number;
  place: number;
}

type Column = Uint8Array | Uint32Array | Int32Array | Float64Array;

/** Writes the table of results column by column, a chunk at a time. */
export class RowChunks {
  readonly #directory: string;
  readonly #run: Run;
  /** Epoch milliseconds from which the rows' starts count. */
  readonly #startedAt: number;
  /** Where the results of the collected rows are. */
  #places: ResultPlace[] = [];
  /** For each collected row, the indexes of its properties' values. */
  #properties: (readonly number[])[] = [];
  #first = 0;
  count = 0;

  constructor(directory: string, run: Run, startedAt: number) {
    this.#directory = directory;
    this.#run = run;
    this.#startedAt = startedAt;
  }

  /** The next row, whose result is there. @param properties indexes of the values of its properties */
  add(place: ResultPlace, properties: readonly number[]): void {
    this.#places.push(place);
    this.#properties.push(properties);
    if (this.#places.length === ROWS_PER_CHUNK) this.end();
  }

  /** Writes the collected rows. */
  end(): void {
    if (this.#places.length === 0) return;
    const { rows, superseded } = this.#run;
    const earlier = (row: number) => superseded.get(row)?.length ?? 0;
    const chunk = rowChunkOf(rows, this.#first, this.#places, this.#startedAt, earlier);
    const width = Math.max(...this.#properties.map(({ length }) => length));
    if (width > 0) {
      chunk.properties = Array.from({ length: width }, (_, property) =>
        this.#properties.map((values) => values[property] ?? -1),
      );
    }
    writeData(this.#directory, chunkName('rows', ++this.count), chunk);
    this.#first += this.#places.length;
    this.#places = [];
    this.#properties = [];
  }
}

/**
 * Rows as a report contains them.
 * @param first number of the first row
 * @param places where the results of the rows are
 * @param startedAt epoch milliseconds from which the rows' starts count
 * @param earlier how many other results of a row's test there are
 */
export function rowChunkOf(
  rows: Rows,
  first: number,
  places: readonly ResultPlace[],
  startedAt: number,
  earlier: (row: number) => number = () => 0,
): RowChunk {
  const end = first + places.length;
  const column = (values: Column) => Array.from(values.subarray(first, end));
  const each = <T>(value: (row: number) => T) => places.map((_, index) => value(first + index));
  const { numbers } = rows;
  return {
    first,
    outcomes: each((row) => (rows.isKnown(row) ? 'K' : OUTCOME_LETTERS[numbers.outcomes[row] ?? 0])).join(''),
    repeats: column(numbers.repeats).join(''),
    keys: rows.keys.slice(first, end).join(''),
    titles: rows.titles.slice(first, end),
    suites: column(numbers.suites),
    files: column(numbers.files),
    lines: column(numbers.lines),
    projects: column(numbers.projects),
    environments: column(numbers.environments),
    sessions: column(numbers.sessions),
    starts: column(numbers.starts).map((start) => (start < 0 ? -1 : start - startedAt)),
    durations: each((row) => rows.duration(row)),
    workers: column(numbers.workers),
    ids: rows.ids.slice(first, end),
    messages: rows.messages.slice(first, end),
    failureReasons: column(numbers.failureReasons),
    attempts: each((row) => (numbers.attempts[row] ?? 1) + earlier(row)),
    evidence: each((row) => rows.evidence(row)).join(''),
    resultChunks: places.map(({ chunk }) => chunk),
    resultPlaces: places.map(({ place }) => place),
  };
}
