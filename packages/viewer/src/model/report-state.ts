import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { ROWS_PER_CHUNK, type RunData } from '@testpoint/report/format';
import { ResultTable } from '../data/result-table.js';
import type { Source } from '../data/source.js';
import { visibleDeep } from '../text/visible.js';
import { type Address, addressOf, hashOf, type Order, type TestAddress } from './address.js';
import { DeepSearch } from './deep-search.js';
import { type Filter, matching, NO_FILTER, termsOf } from './filter.js';
import { groupingOf } from './grouping.js';
import { ordered } from './order.js';
import { type Group, type Tree, treeOf, unfolded } from './tree.js';

/** With at most this many tests, all groups of the tree are unfolded at first. */
const UNFOLDED_TESTS = 300;

/** The state of the open report: the loaded data and the current view. */
export class ReportState {
  readonly source: Source;
  readonly run: RunData;
  readonly table: ResultTable;
  /** Number of loaded rows. Everything that depends on the table must depend on this. */
  readonly loaded: Signal<number> = signal(0);
  /** Why some rows can't be shown; empty if there is no problem. */
  readonly problem: Signal<string> = signal('');
  readonly address: Signal<Address> = signal(addressOf(location.hash));
  /** Groups that the user has folded or unfolded. */
  readonly toggled: Signal<ReadonlySet<string>> = signal(new Set<string>());
  readonly matched: ReadonlySignal<Int32Array>;
  readonly tree: ReadonlySignal<Tree>;
  /** Positions in the tree's order that are visible. */
  readonly places: ReadonlySignal<Int32Array>;
  /** Row of the open result; -1 if it is not loaded, or not in this report; undefined if none is open. */
  readonly openRow: ReadonlySignal<number | undefined>;

  readonly deep: DeepSearch;
  readonly #endSearch: () => void;
  readonly #follow = () => {
    this.address.value = addressOf(location.hash);
  };

  constructor(source: Source, run: RunData) {
    this.source = source;
    // `visibleDeep` only replaces texts, so the type stays the same.
    this.run = visibleDeep(run) as RunData;
    this.table = new ResultTable(run);
    this.deep = new DeepSearch(source, this.run);
    // Only this part of the address decides which rows are shown, so opening a result does not filter again.
    const shown = computed(() => {
      const { filter, order } = this.address.value;
      return hashOf({ place: 'tests', filter, order });
    });
    this.matched = computed(() => {
      this.loaded.value;
      this.deep.hits.value;
      return matching(addressOf(shown.value).filter, this.table, this.run, (term) => this.deep.rows(term));
    });
    this.tree = computed(() => {
      const rows = this.matched.value;
      const { order } = addressOf(shown.value);
      if (order === 'slowest' || order === 'failed-first') return ordered(rows, order, this.table);
      return treeOf(rows, this.table, this.run, groupingOf(order, this.table, this.run));
    });
    this.places = computed(() => {
      this.toggled.value;
      return unfolded(this.tree.value, (group) => this.isFolded(group));
    });
    this.openRow = computed(() => {
      const { test } = this.address.value;
      this.loaded.value;
      return test === undefined ? undefined : this.rowOf(test);
    });
    const text = computed(() => this.address.value.filter.text);
    this.#endSearch = effect(() => void this.deep.start(termsOf(text.value)));
    addEventListener('hashchange', this.#follow);
  }

  /** Call it when another state takes its place. */
  dispose(): void {
    this.deep.stop();
    this.#endSearch();
    removeEventListener('hashchange', this.#follow);
  }

  /** Loads all rows that are not loaded yet, chunk by chunk, so that the first ones appear at once. */
  async load(): Promise<void> {
    this.problem.value = '';
    for (let chunk = 1; chunk <= this.run.rowChunks; chunk++) await this.#loadChunk(chunk);
  }

  /** Loads the chunk with this row, if it is not loaded yet. */
  async loadRow(row: number): Promise<void> {
    if (!this.table.has(row)) await this.#loadChunk(Math.floor(row / ROWS_PER_CHUNK) + 1);
  }

  isFolded(group: Group): boolean {
    const isFoldedAtFirst = group.kind === 'file' && this.matched.peek().length > UNFOLDED_TESTS;
    return this.toggled.value.has(group.key) !== isFoldedAtFirst;
  }

  /** Folds unfolded groups, and unfolds folded ones. */
  toggle(...groups: Group[]): void {
    const toggled = new Set(this.toggled.peek());
    for (const { key } of groups) if (!toggled.delete(key)) toggled.add(key);
    this.toggled.value = toggled;
  }

  /** Goes to another view. @param replaces true to replace the entry in the browser's history, for changes on every keystroke */
  go(change: Partial<Address>, replaces = false): void {
    const hash = this.link(change);
    if (hash === location.hash) return;
    // Some browsers block the History API on file://. Assigning the address always works.
    if (replaces) location.replace(hash);
    else location.hash = hash;
    this.address.value = addressOf(hash);
  }

  /** The address of another view. If the change has no `test`, no result is open there. */
  link(change: Partial<Address>): string {
    const { place, filter, order } = this.address.value;
    return hashOf({ place, filter, order, ...change });
  }

  /** An open result stays open. */
  setFilter(change: Partial<Filter>, replaces = false): void {
    const { filter, order, test } = this.address.peek();
    this.go({ place: 'tests', order, filter: { ...filter, ...change }, ...(test !== undefined && { test }) }, replaces);
  }

  /** The address of the list of tests with only this filter. */
  linkTo(filter: Partial<Filter>, order: Order = 'tree'): string {
    return hashOf({ place: 'tests', order, filter: { ...NO_FILTER, ...filter } });
  }

  /** The address of a row's result, in the list with only this filter. The row must be loaded. */
  linkToRow(row: number, filter: Partial<Filter> = {}, order: Order = 'tree'): string {
    return hashOf({ place: 'tests', order, filter: { ...NO_FILTER, ...filter }, test: this.testOf(row) });
  }

  /** What identifies a loaded row in every report. */
  testOf(row: number): TestAddress {
    const environment = this.run.environments[this.table.environments[row] ?? -1];
    return { key: this.table.key(row), ...(environment !== undefined && { environment }) };
  }

  /** The row in that environment, or the test's worst result if there is none; -1 if no row of the test is loaded. */
  rowOf({ key, environment }: TestAddress): number {
    const rows = this.table.rowsOf(key);
    const index = environment === undefined ? -2 : this.run.environments.indexOf(environment);
    const own = rows.find((row) => this.table.environments[row] === index);
    return own ?? ordered(Int32Array.from(rows), 'failed-first', this.table).order[0] ?? -1;
  }

  async #loadChunk(chunk: number): Promise<void> {
    if (this.table.has((chunk - 1) * ROWS_PER_CHUNK)) return;
    try {
      this.table.add(await this.source.rows(chunk));
      this.loaded.value = this.table.loaded;
    } catch (error) {
      this.problem.value = error instanceof Error ? error.message : 'Cannot show some results.';
    }
  }
}
