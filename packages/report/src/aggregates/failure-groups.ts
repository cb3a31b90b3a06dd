import type { FailureGroup } from '../format.js';
import { groupedBy } from '../grouped-by.js';
import { groupKey } from '../run/key.js';
import type { Rows } from '../run/rows.js';

/** Maximum number of groups, and of rows listed for each. */
const GROUPS = 1_000;
const ROWS = 1_000;
const OTHERS = 'Other messages';

/** Failures grouped by normalized message and place, largest first; without known ones. After the first thousand, all others form one group. */
export function failureGroupsOf(rows: Rows): FailureGroup[] {
  const groupOf = (row: number) => rows.numbers.failures[row] ?? -1;
  const failed = rows.where((row) => groupOf(row) >= 0 && !rows.isKnown(row));
  const listed = [...groupedBy(failed, groupOf)]
    .map(([index, own]) => ({
      ...{ key: '', message: '', place: '', ...rows.groups[index] },
      ...{ rows: own.slice(0, ROWS), count: own.length },
    }))
    .sort((one, other) => other.count - one.count || (one.rows[0] ?? 0) - (other.rows[0] ?? 0));
  const rest = listed.splice(GROUPS);
  if (rest.length === 0) return listed;
  const others = rest.flatMap((group) => group.rows).sort((one, other) => one - other);
  const count = rest.reduce((sum, group) => sum + group.count, 0);
  return [...listed, { key: groupKey(OTHERS, ''), message: OTHERS, place: '', rows: others.slice(0, ROWS), count }];
}
