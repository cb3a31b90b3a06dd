import type { FailureGroup } from '../format.js';
import { groupedBy } from '../grouped-by.js';
import { commonMessage } from '../read/failure-message.js';
import { causeKey } from '../run/key.js';
import type { FailureName } from '../run/row.js';
import type { Rows } from '../run/rows.js';

/** Maximum number of groups, and of rows and places listed for each. */
const GROUPS = 1_000;
const ROWS = 1_000;
const PLACES = 100;
const OTHERS = 'Other messages';

/** Failures grouped by cause, largest group first; without known ones. After the first thousand, all others form one group. */
export function failureGroupsOf(rows: Rows): FailureGroup[] {
  const listed = causesOf(
    rows,
    rows.where((row) => nameOf(rows, row) !== undefined && !rows.isKnown(row)),
  );
  const rest = listed.splice(GROUPS).flatMap((group) => group.rows);
  if (rest.length > 0) {
    rest.sort((one, other) => one - other);
    listed.push({ key: causeKey(OTHERS), message: OTHERS, places: [], ...sizeOf(rows, rest) });
  }
  for (const group of listed) group.rows.splice(ROWS);
  return listed;
}

/**
 * These failed rows by cause, largest group first.
 * @see causeOf
 */
export function causesOf(rows: Rows, failed: readonly number[]): Required<Omit<FailureGroup, 'since'>>[] {
  return [...groupedBy(failed, (row) => nameOf(rows, row)?.key ?? '')]
    .map(([key, own]) => {
      const names = [...new Set(own.map((row) => nameOf(rows, row)))].filter((name) => name !== undefined);
      const message = names.map((name) => name.message).reduce(commonMessage, names[0]?.message ?? '');
      const places = [...new Set(names.map(({ place }) => place))].filter((place) => place !== '');
      return { key, message, places: places.slice(0, PLACES), ...sizeOf(rows, own) };
    })
    .sort(
      (one, other) => other.tests - one.tests || other.count - one.count || (one.rows[0] ?? 0) - (other.rows[0] ?? 0),
    );
}

function sizeOf(rows: Rows, own: number[]) {
  return { rows: own, count: own.length, tests: rows.testsIn(own) };
}

function nameOf(rows: Rows, row: number): FailureName | undefined {
  return rows.groups[rows.numbers.failures[row] ?? -1];
}
