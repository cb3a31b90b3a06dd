import { BLOCKED, FAILED, KNOWN, type ResultTable } from '../data/result-table.js';
import type { Order } from './address.js';
import type { Tree } from './tree.js';

/** Rows in an order other than file order, as a tree without groups. */
export function ordered(rows: Int32Array, order: Order, table: ResultTable): Tree {
  const sorted = rows.slice().sort(order === 'slowest' ? slowest(table) : failedFirst(table));
  return { order: sorted, groups: [], depths: new Uint8Array(sorted.length) };
}

function slowest({ durations }: ResultTable): (a: number, b: number) => number {
  return (a, b) => (durations[b] ?? -1) - (durations[a] ?? -1) || a - b;
}

/** Failed first, then blocked, then known failures, then flaky, then the rest; each group in table order. */
function failedFirst({ outcomes, repeats }: ResultTable): (a: number, b: number) => number {
  const rank = (row: number) =>
    outcomes[row] === FAILED
      ? 0
      : outcomes[row] === BLOCKED
        ? 1
        : outcomes[row] === KNOWN
          ? 2
          : (repeats[row] ?? 0) > 0
            ? 3
            : 4;
  return (a, b) => rank(a) - rank(b) || a - b;
}
