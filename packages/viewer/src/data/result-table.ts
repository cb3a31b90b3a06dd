import { KEY_LENGTH, ROWS_PER_CHUNK, type RowChunk, type RunData } from '@testpoint/report/format';
import { visible } from '../text/visible.js';
import { fold, TextColumn } from './text-column.js';

/** Outcomes by their numbers in the table. */
export const OUTCOME_LETTERS = 'PFBSK';
export const PASSED = 0;
export const FAILED = 1;
export const BLOCKED = 2;
export const SKIPPED = 3;
/** A failure that `testpoint.known.json` names. */
export const KNOWN = 4;
/** The outcome of a row that is not loaded, and an outcome that this viewer does not know. */
export const NOT_LOADED = 255;
const UNKNOWN = 254;

/** The columns of numbers, which a chunk has under the same names. */
const NUMBERS = {
  suites: Uint32Array,
  files: Uint32Array,
  lines: Uint32Array,
  projects: Int32Array,
  environments: Int32Array,
  sessions: Uint16Array,
  starts: Float64Array,
  durations: Float64Array,
  workers: Int32Array,
  failureReasons: Int8Array,
  attempts: Uint16Array,
  resultChunks: Uint32Array,
  resultPlaces: Uint32Array,
};
type Numbers = { readonly [Name in keyof typeof NUMBERS]: InstanceType<(typeof NUMBERS)[Name]> };
export const NUMBER_NAMES = Object.keys(NUMBERS) as (keyof Numbers)[];

interface ChunkTexts {
  titles: TextColumn;
  ids: TextColumn;
  messages: TextColumn;
  /** All keys of the chunk, one after the other. */
  keys: string;
}

/**
 * The loaded part of the table of results, column by column. Chunks arrive in any order, because the first screen may need a late
 * chunk first.
 */
export class ResultTable {
  readonly size: number;
  readonly outcomes: Uint8Array;
  /** Whether a test that passed had failed before, and where: `Repeat` of the report's format. */
  readonly repeats: Uint8Array;
  /** `RowChunk.evidence` */
  readonly evidence: Uint8Array;
  readonly numbers: Numbers;
  /** For each of the run's properties, the index of the row's value, or -1. */
  readonly properties: Int16Array[] = [];
  readonly #texts: (ChunkTexts | undefined)[] = [];
  #loaded = 0;

  constructor(run: Pick<RunData, 'rows'>) {
    const { rows } = run;
    this.size = rows;
    this.outcomes = new Uint8Array(rows).fill(NOT_LOADED);
    this.repeats = new Uint8Array(rows);
    this.evidence = new Uint8Array(rows);
    // Each has the type that its name stands for.
    this.numbers = Object.fromEntries(
      NUMBER_NAMES.map((name) => [name, new NUMBERS[name](rows)]),
    ) as unknown as Numbers;
  }

  /** Number of loaded rows. */
  get loaded(): number {
    return this.#loaded;
  }

  has(row: number): boolean {
    return this.#texts[chunkIndex(row)] !== undefined;
  }

  /** Copies a chunk's values. Does nothing if the chunk was added before. */
  add(chunk: RowChunk): void {
    const { first } = chunk;
    if (first % ROWS_PER_CHUNK !== 0 || this.has(first)) return;
    const count = Math.min(chunk.outcomes.length, this.size - first);
    for (let index = 0; index < count; index++) {
      const outcome = OUTCOME_LETTERS.indexOf(chunk.outcomes.charAt(index));
      this.outcomes[first + index] = outcome < 0 ? UNKNOWN : outcome;
      this.repeats[first + index] = Number(chunk.repeats.charAt(index)) || 0;
      this.evidence[first + index] = Number(chunk.evidence?.charAt(index)) || 0;
    }
    for (const [property, values] of (chunk.properties ?? []).entries()) {
      const column = this.properties[property] ?? new Int16Array(this.size).fill(-1);
      column.set(values.slice(0, count), first);
      this.properties[property] = column;
    }
    for (const name of NUMBER_NAMES) this.numbers[name].set(chunk[name].slice(0, count), first);
    this.#texts[chunkIndex(first)] = {
      titles: new TextColumn(chunk.titles.map(oneLine)),
      ids: new TextColumn(chunk.ids.map(oneLine)),
      messages: new TextColumn(chunk.messages.map(oneLine)),
      keys: chunk.keys,
    };
    this.#loaded += count;
  }

  /** A row's texts are visible and on one line; '' for a row that is not loaded. */
  title(row: number): string {
    return this.#texts[chunkIndex(row)]?.titles.at(row % ROWS_PER_CHUNK) ?? '';
  }

  /** What a list calls the row. */
  name(row: number): string {
    return this.title(row).trim() || this.id(row).trim() || '(untitled)';
  }

  id(row: number): string {
    return this.#texts[chunkIndex(row)]?.ids.at(row % ROWS_PER_CHUNK) ?? '';
  }

  message(row: number): string {
    return this.#texts[chunkIndex(row)]?.messages.at(row % ROWS_PER_CHUNK) ?? '';
  }

  key(row: number): string {
    const start = (row % ROWS_PER_CHUNK) * KEY_LENGTH;
    return this.#texts[chunkIndex(row)]?.keys.slice(start, start + KEY_LENGTH) ?? '';
  }

  /** The loaded rows of a test, one for each environment. */
  rowsOf(key: string): number[] {
    const rows: number[] = [];
    if (key.length !== KEY_LENGTH) return rows;
    for (const [index, texts] of this.#texts.entries()) {
      if (texts === undefined) continue;
      for (let at = texts.keys.indexOf(key); at !== -1; at = texts.keys.indexOf(key, at + 1)) {
        if (at % KEY_LENGTH === 0) rows.push(index * ROWS_PER_CHUNK + at / KEY_LENGTH);
      }
    }
    return rows;
  }

  /** Whether a loaded row contains the term in its title, id or message. @param term folded */
  contains(row: number, term: string): boolean {
    return [this.title(row), this.id(row), this.message(row)].some((text) => fold(text).includes(term));
  }

  /**
   * Calls back with each row that contains the term in its title, id or message. A row may be reported more than once.
   * @param term folded
   */
  find(term: string, found: (row: number) => void): void {
    for (const [index, texts] of this.#texts.entries()) {
      if (texts === undefined) continue;
      const report = (place: number) => found(index * ROWS_PER_CHUNK + place);
      texts.titles.find(term, report);
      texts.ids.find(term, report);
      texts.messages.find(term, report);
    }
  }
}

function chunkIndex(row: number): number {
  return Math.floor(row / ROWS_PER_CHUNK);
}

/** Whitespace that is no single space. */
const LONGER_SPACE = /\s\s|[^\S ]/;

function oneLine(text: string): string {
  return visible(LONGER_SPACE.test(text) ? text.replaceAll(/\s+/g, ' ') : text);
}
