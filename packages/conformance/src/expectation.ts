import type { Result } from '@testpoint/interface';
import type { Column } from './column.js';
import type { Observed } from './observe.js';
import type { Difference, Expected, Row } from './rows/row.js';

/** A row's expectation for one column. */
export function expectationOf(row: Row, column: Column) {
  const differences = differencesOf(row, column);
  const words = differences.reduce((before, { summary }) => summary ?? before, row.summary?.(column));
  /** By key; null means that there must be none. */
  const results: Record<string, Expected | null> = { ...row.results };
  for (const difference of differences) {
    for (const [result, own] of Object.entries(difference.results ?? {})) {
      const key = row.keyOf(result);
      results[key] = own && { outcome: 'none', ...results[key], ...own };
    }
  }
  return {
    /** The reason why there is nothing to compare. */
    absent: differences.find(({ absent }) => absent)?.why,
    differences,
    results,
    summary: words ?? [],
    outcomesOnly: differences.some(({ outcomesOnly }) => outcomesOnly),
    /** Whether the framework itself can't report real times. */
    ownTimes: differences.some(({ ownTimes }) => ownTimes),
  };
}

function differencesOf({ suite, title }: Row, { without, differences }: Column): Difference[] {
  const why = without?.[suite];
  if (why !== undefined) return [{ why, absent: true }];
  return Object.entries(differences).flatMap(([part, difference]) => (title.includes(part) ? [difference] : []));
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
