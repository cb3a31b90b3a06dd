import { BLOCKED, FAILED, KNOWN, NOT_LOADED, type ResultTable } from '../data/result-table.js';
import type { Order } from './address.js';
import type { Tree } from './tree.js';

/** What needs attention, worst first. */
export const RANKS = ['failed', 'blocked', 'known', 'flaky'] as const;
const RANKED: readonly number[] = [FAILED, BLOCKED, KNOWN];

/** Rows in an order other than file order, as a tree without groups. */
export function ordered(rows: Int32Array, order: Order, table: ResultTable): Tree {
  const sorted = rows.slice().sort(order === 'slowest' ? slowest(table) : failedFirst(table));
  return { order: sorted, groups: [], depths: new Uint8Array(sorted.length) };
}

function slowest({ numbers: { durations } }: ResultTable): (a: number, b: number) => number {
  return (a, b) => (durations[b] ?? -1) - (durations[a] ?? -1) || a - b;
}

/** Failed first, then blocked, then known failures, then flaky, then the rest; each group in table order. */
function failedFirst(table: ResultTable): (a: number, b: number) => number {
  return (a, b) => rankOf(table, a) - rankOf(table, b) || a - b;
}

/** Index into `RANKS`; their number for a row that needs no attention. */
export function rankOf({ outcomes, repeats }: ResultTable, row: number): number {
  const rank = RANKED.indexOf(outcomes[row] ?? NOT_LOADED);
  if (rank >= 0) return rank;
  return (repeats[row] ?? 0) > 0 ? RANKED.length : RANKS.length;
}
