import type { RunData } from '@testpoint/report/format';
import type { ResultTable } from '../data/result-table.js';
import { fold } from '../data/text-column.js';
import { type Order, propertyIn } from './address.js';
import { propertiesOf, valuesIn } from './properties.js';

/** The outermost groups of the tree. A row can be in several of them. */
export interface Grouping {
  /** Independent of the filter. */
  key: string;
  /** In the order of the tree; the first holds what has no other. */
  names: string[];
  /** Indexes of the row's groups. */
  of(row: number): readonly number[];
}

/** Undefined if files are the outermost groups. */
export function groupingOf(order: Order, table: ResultTable, run: RunData): Grouping | undefined {
  if (order === 'environments') {
    const names = ['(no environment)', ...run.environments];
    return { key: 'environment', names, of: (row) => [(table.numbers.environments[row] ?? -1) + 1] };
  }
  const name = propertyIn(order);
  const place = run.properties?.findIndex((property) => property.name === name) ?? -1;
  if (name === undefined || place < 0) return undefined;
  const values = propertiesOf(run).find((property) => property.name === name)?.values ?? [];
  const groups = (run.properties?.[place]?.values ?? []).map((text) =>
    valuesIn(name, text).map((value) => values.indexOf(value) + 1),
  );
  return {
    key: order,
    names: [`(no ${name})`, ...values],
    of: (row) => groups[table.properties[place]?.[row] ?? -1] ?? [0],
  };
}

/** What a search finds in titles before what it finds elsewhere; undefined if there is only one of them. @param terms folded */
export function titlesFirst(
  terms: readonly string[],
  rows: Int32Array,
  table: ResultTable,
  run: RunData,
): Grouping | undefined {
  if (terms.length === 0) return undefined;
  const suites = run.suites.map((titles) => fold(titles.join('\n')));
  const inTitles = rows.filter((row) => {
    const text = `${suites[table.numbers.suites[row] ?? 0]}\n${fold(table.title(row))}`;
    return terms.every((term) => text.includes(term));
  });
  if (inTitles.length === 0 || inTitles.length === rows.length) return undefined;
  const first = new Set(inTitles);
  return { key: 'search', names: ['In titles', 'Elsewhere'], of: (row) => [first.has(row) ? 0 : 1] };
}
