import type { Result } from '@testpoint/interface';
import type { Column } from './columns/column.js';
import type { Observed } from './observe.js';
import type { Expected, Row } from './rows/row.js';

/** A row's expectation for one column. */
export function expectationOf(row: Row, column: Column) {
  const differences = row.differences.filter((difference) => difference.in.includes(column.name));
  const words = differences.reduce((before, { summary }) => summary ?? before, row.summary);
  /** By key; null means that there must be none. */
  const results: Record<string, Expected | null> = { ...row.results };
  for (const difference of differences) Object.assign(results, difference.results);
  return {
    /** The reason why there is nothing to compare. */
    absent: differences.find(({ absent }) => absent)?.why,
    differences,
    results,
    summary: words?.(column) ?? [],
    outcomesOnly: differences.some(({ outcomesOnly }) => outcomesOnly),
    /** Whether the framework itself can't report real times. */
    ownTimes: differences.some(({ ownTimes }) => ownTimes),
  };
}

/** The results of a run by their keys, `suite: title > path` or `#external id`. */
export function byKey(column: Column, { plan, results }: Observed): Map<string, Result> {
  const project = column.project === undefined ? '' : `[${column.project}] `;
  const files = plan.suites.map((suite) => [suite, `${project}${column.fileOf(suite)} > `] as const);
  const map = new Map<string, Result>();
  for (const result of results) {
    const id = result.autoTestExternalId;
    const file = files.find(([, start]) => id.startsWith(start));
    const key = file === undefined ? `#${id}` : `${file[0]}: ${id.slice(file[1].length)}`;
    if (map.has(key)) throw new Error(`Two results for ${id}`);
    map.set(key, result);
  }
  return map;
}
