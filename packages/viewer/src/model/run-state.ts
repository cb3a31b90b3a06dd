import { batch, type Signal, signal } from '@preact/signals';
import { pathId } from '@testpoint/report/browser';
import { ROWS_PER_CHUNK, type RunData, type SessionData } from '@testpoint/report/format';
import { ResultTable } from '../data/result-table.js';
import type { Source } from '../data/source.js';
import { visibleDeep } from '../text/visible.js';
import type { TestAddress } from './address.js';
import { ordered } from './order.js';
import { type Look, lookOf } from './outcome.js';

interface Data {
  source: Source;
  run: RunData;
  table: ResultTable;
}

/** A result, as an object: for a few of them. Code that reads many uses the columns. */
export interface Row {
  look: Look;
  file: string;
  /** Titles of the describes around the test, outermost first. */
  suites: readonly string[];
  title: string;
  project: string | undefined;
  environment: string | undefined;
  session: SessionData | undefined;
}

/** The run and its loaded rows. Whatever reads them follows when others take their place. */
export class RunState {
  readonly #data: Signal<Data>;
  /** Number of loaded rows. Everything that depends on rows must depend on this. */
  readonly loaded: Signal<number> = signal(0);
  /** Why some rows can't be shown; empty if there is no problem. */
  readonly problem: Signal<string> = signal('');

  constructor(source: Source, run: RunData) {
    // `visibleDeep` only replaces texts, so the type stays the same.
    this.#data = signal({ source, run: visibleDeep(run) as RunData, table: new ResultTable(run) });
  }

  get source(): Source {
    return this.#data.value.source;
  }

  get run(): RunData {
    return this.#data.value.run;
  }

  get table(): ResultTable {
    return this.#data.value.table;
  }

  /** What to say of a run without results. */
  get emptiness(): string {
    return this.source.isUnderWay?.value === true ? 'No results yet' : 'No tests ran';
  }

  /** Whether all rows are loaded. */
  get isWhole(): boolean {
    return this.loaded.value >= this.run.rows;
  }

  /** Loads all rows that are not loaded yet, chunk by chunk, so that the first ones appear at once. */
  async load(): Promise<void> {
    this.problem.value = '';
    const { rowChunks } = this.#data.peek().run;
    for (let chunk = 1; chunk <= rowChunks; chunk++) await this.#loadChunk(chunk);
  }

  /** Loads the chunk with this row, if it is not loaded yet. */
  async loadRow(row: number): Promise<void> {
    if (!this.#data.peek().table.has(row)) await this.#loadChunk(Math.floor(row / ROWS_PER_CHUNK) + 1);
  }

  /**
   * Loads all rows of a later state of the run, which then take the place of the present ones. A new result may be anywhere in the
   * order of rows, so they do so as a whole.
   */
  async follow(source: Source): Promise<void> {
    const later = new RunState(source, await source.run());
    await later.load();
    if (!later.isWhole) throw new Error(later.problem.peek());
    batch(() => {
      this.#data.value = later.#data.value;
      this.loaded.value = later.loaded.value;
      this.problem.value = later.problem.value;
    });
  }

  at(row: number): Row {
    const { run, table } = this;
    return {
      look: lookOf(table.outcomes[row], table.repeats[row]),
      file: run.files[table.numbers.files[row] ?? 0] ?? '',
      suites: run.suites[table.numbers.suites[row] ?? 0] ?? [],
      title: table.title(row),
      project: run.projects[table.numbers.projects[row] ?? -1],
      environment: run.environments[table.numbers.environments[row] ?? -1],
      session: run.sessions[table.numbers.sessions[row] ?? 0],
    };
  }

  /** What identifies a loaded row in every report. */
  testOf(row: number): TestAddress {
    return { key: this.table.key(row), environment: this.at(row).environment };
  }

  /** The test's row in that environment; otherwise the row of its worst result; -1 if no row of the test is loaded. */
  rowOf({ key, environment }: TestAddress): number {
    const rows = this.table.rowsOf(key);
    const index = environment === undefined ? -2 : this.run.environments.indexOf(environment);
    const own = rows.find((row) => this.table.numbers.environments[row] === index);
    return own ?? ordered(Int32Array.from(rows), 'failed-first', this.table).order[0] ?? -1;
  }

  /** A loaded row's external id. The table leaves out ids that are paths. */
  id(row: number): string {
    const { project = '', file, suites, title } = this.at(row);
    return this.table.id(row) || pathId(project, file, [...suites, title]);
  }

  /** The row of an external id, in the environment if there are several; -1 if none is loaded. */
  rowOfId(id: string, environment: string): number {
    let found = -1;
    for (let row = 0; row < this.table.size; row++) {
      if (this.id(row) !== id) continue;
      if ((this.at(row).environment ?? environment) === environment) return row;
      found = row;
    }
    return found;
  }

  async #loadChunk(chunk: number): Promise<void> {
    const { source, table } = this.#data.peek();
    if (table.has((chunk - 1) * ROWS_PER_CHUNK)) return;
    try {
      table.add(await source.rows(chunk));
      if (table === this.#data.peek().table) this.loaded.value = table.loaded;
    } catch (error) {
      this.problem.value = error instanceof Error ? error.message : 'Cannot show some results.';
    }
  }
}
