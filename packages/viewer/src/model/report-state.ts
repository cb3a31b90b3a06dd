import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { ROWS_PER_CHUNK, type RunData } from '@testpoint/core/report-format';
import { ResultTable } from '../data/result-table.js';
import type { Source } from '../data/source.js';
import { visibleDeep } from '../text/visible.js';
import { type Address, addressOf, hashOf, type Order } from './address.js';
import { type Filter, matching, NO_FILTER } from './filter.js';
import { ordered } from './order.js';
import { type Group, type Tree, treeOf, unfolded } from './tree.js';

/** Up to so many tests, all groups of the tree are unfolded at first. */
const UNFOLDED_TESTS = 300;

/** The report that is open: what is loaded of it, and what is shown. */
export class ReportState {
  readonly source: Source;
  readonly run: RunData;
  readonly table: ResultTable;
  /** Number of loaded rows; what depends on the table depends on this. */
  readonly loaded: Signal<number> = signal(0);
  /** Why some rows can't be shown. */
  readonly problem: Signal<string> = signal('');
  readonly address: Signal<Address> = signal(addressOf(location.hash));
  /** Groups that are not as they are at first. */
  readonly toggled: Signal<ReadonlySet<string>> = signal(new Set<string>());
  readonly matched: ReadonlySignal<Int32Array>;
  readonly tree: ReadonlySignal<Tree>;
  /** Places in the tree's order that are seen. */
  readonly places: ReadonlySignal<Int32Array>;

  constructor(source: Source, run: RunData) {
    this.source = source;
    // Texts only become other texts, so the shape stays.
    this.run = visibleDeep(run) as RunData;
    this.table = new ResultTable(run);
    // Of an address only this part decides which rows are shown: opening a result must not filter again.
    const shown = computed(() => {
      const { filter, order } = this.address.value;
      return hashOf({ place: 'tests', filter, order });
    });
    this.matched = computed(() => {
      this.loaded.value;
      return matching(addressOf(shown.value).filter, this.table, this.run);
    });
    this.tree = computed(() => {
      const rows = this.matched.value;
      const { order } = addressOf(shown.value);
      return order === 'tree' ? treeOf(rows, this.table, this.run) : ordered(rows, order, this.table);
    });
    this.places = computed(() => {
      this.toggled.value;
      return unfolded(this.tree.value, (group) => this.isFolded(group));
    });
    addEventListener('hashchange', () => {
      this.address.value = addressOf(location.hash);
    });
  }

  /** Loads all rows, chunk by chunk, so that the first are there at once. */
  async load(): Promise<void> {
    for (let chunk = 1; chunk <= this.run.rowChunks; chunk++) await this.#loadChunk(chunk);
  }

  /** Loads the rows around one, if they are not there yet. */
  async loadRow(row: number): Promise<void> {
    if (!this.table.has(row)) await this.#loadChunk(Math.floor(row / ROWS_PER_CHUNK) + 1);
  }

  isFolded(group: Group): boolean {
    const isFoldedAtFirst = group.kind === 'file' && this.matched.peek().length > UNFOLDED_TESTS;
    return this.toggled.value.has(group.key) !== isFoldedAtFirst;
  }

  /** Folds what is unfolded, and unfolds what is folded. */
  toggle(...groups: Group[]): void {
    const toggled = new Set(this.toggled.peek());
    for (const { key } of groups) if (!toggled.delete(key)) toggled.add(key);
    this.toggled.value = toggled;
  }

  /** Goes to another view. @param replaces the place in the browser's history, for what changes with every key */
  go(change: Partial<Address>, replaces = false): void {
    const hash = this.link(change);
    if (hash === location.hash) return;
    // On some pages from file:// history can't be written; assigning the address always works.
    if (replaces) location.replace(hash);
    else location.hash = hash;
    this.address.value = addressOf(hash);
  }

  /** The address of another view. Without `row` in the change, no result is open there. */
  link(change: Partial<Address>): string {
    const { place, filter, order } = this.address.value;
    return hashOf({ place, filter, order, ...change });
  }

  setFilter(change: Partial<Filter>, replaces = false): void {
    const { filter, order } = this.address.peek();
    this.go({ place: 'tests', order, filter: { ...filter, ...change } }, replaces);
  }

  /** The list of tests, with this filter only. */
  linkTo(filter: Partial<Filter>, row?: number, order: Order = 'tree'): string {
    return hashOf({ place: 'tests', order, filter: { ...NO_FILTER, ...filter }, ...(row !== undefined && { row }) });
  }

  async #loadChunk(chunk: number): Promise<void> {
    if (this.table.has((chunk - 1) * ROWS_PER_CHUNK)) return;
    try {
      this.table.add(await this.source.rows(chunk));
      this.loaded.value = this.table.loaded;
    } catch (error) {
      this.problem.value = error instanceof Error ? error.message : 'Some results can’t be shown.';
    }
  }
}
