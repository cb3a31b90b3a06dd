import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { addressOf, hashOf } from './address.js';
import type { AppState } from './app-state.js';
import { DeepSearch } from './deep-search.js';
import { matching, termsOf, withOutcomes } from './filter.js';
import { groupingOf, titlesFirst } from './grouping.js';
import { ordered } from './order.js';
import { totalOf } from './outcome.js';
import { isPrinting } from './printing.js';
import type { RunState } from './run-state.js';
import { type Group, type Tree, treeOf, unfolded } from './tree.js';

/** With at most this many tests, all groups of the tree are unfolded at first. */
const UNFOLDED_TESTS = 300;

/** The tests that pass the filter, and how they are listed. */
export class ViewState {
  /** Groups that the user has folded or unfolded. */
  readonly toggled: Signal<ReadonlySet<string>> = signal(new Set<string>());
  /** The rows that pass the filter, whatever their outcome. */
  readonly found: ReadonlySignal<Int32Array>;
  readonly matched: ReadonlySignal<Int32Array>;
  /** How many tests those rows belong to. */
  readonly tests: ReadonlySignal<number>;
  readonly tree: ReadonlySignal<Tree>;
  /** Positions in the tree's order that are visible. */
  readonly places: ReadonlySignal<Int32Array>;
  /** Row of the open result; -1 if it is not loaded, or not in this report; undefined if none is open. */
  readonly openRow: ReadonlySignal<number | undefined>;
  readonly deep: DeepSearch;
  readonly #endSearch: () => void;

  constructor(app: AppState, data: RunState) {
    this.deep = new DeepSearch(data);
    // Only this part of the address decides which rows are shown, so opening a result does not filter again.
    const shown = computed(() => {
      const { filter, order } = app.address.value;
      return hashOf({ place: 'tests', filter, order });
    });
    this.found = computed(() => {
      data.loaded.value;
      this.deep.hits.value;
      const filter = { ...addressOf(shown.value).filter, outcomes: [] };
      return matching(filter, data.table, data.run, (term) => this.deep.rows(term));
    });
    this.matched = computed(() => {
      const { outcomes } = addressOf(shown.value).filter;
      return outcomes.length === 0 ? this.found.value : withOutcomes(this.found.value, outcomes, data.table);
    });
    this.tests = computed(() => {
      const { table, run } = data;
      const rows = this.matched.value;
      return totalOf(run.tests) === run.rows ? rows.length : new Set(Array.from(rows, (row) => table.key(row))).size;
    });
    this.tree = computed(() => {
      const rows = this.matched.value;
      const { order, filter } = addressOf(shown.value);
      if (order === 'slowest' || order === 'failed-first') return ordered(rows, order, data.table);
      const { table, run } = data;
      const by = groupingOf(order, table, run) ?? titlesFirst(termsOf(filter.text), rows, table, run);
      return treeOf(rows, table, run, by);
    });
    this.places = computed(() => {
      this.toggled.value;
      return unfolded(this.tree.value, (group) => !isPrinting.value && this.isFolded(group));
    });
    this.openRow = computed(() => {
      const { test } = app.address.value;
      data.loaded.value;
      return test === undefined ? undefined : data.rowOf(test);
    });
    const text = computed(() => app.address.value.filter.text);
    this.#endSearch = effect(() => void this.deep.start(termsOf(text.value)));
  }

  dispose(): void {
    this.deep.stop();
    this.#endSearch();
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
}
