import type { FailureGroup } from '../format.js';
import { groupKey } from '../run/key.js';
import type { Rows } from '../run/rows.js';

/** Maximum number of groups, and of rows listed for each. */
const GROUPS = 1_000;
const ROWS = 1_000;
const OTHERS = 'Other messages';

/** Failures grouped by normalized message and place, largest first; without known ones. After the first thousand, all others form one group. */
export function failureGroupsOf(rows: Rows): FailureGroup[] {
  const { size, numbers, groups } = rows;
  const byGroup = new Map<number, Pick<FailureGroup, 'rows' | 'count'>>();
  for (let row = 0; row < size; row++) {
    const failure = numbers.failures[row] ?? -1;
    if (failure < 0 || rows.isKnown(row)) continue;
    let group = byGroup.get(failure);
    if (group === undefined) {
      group = { rows: [], count: 0 };
      byGroup.set(failure, group);
    }
    group.count++;
    if (group.rows.length < ROWS) group.rows.push(row);
  }
  const listed = [...byGroup]
    .map(([index, group]) => ({ key: '', message: '', place: '', ...groups[index], ...group }))
    .sort((one, other) => other.count - one.count || (one.rows[0] ?? 0) - (other.rows[0] ?? 0));
  const rest = listed.splice(GROUPS);
  if (rest.length === 0) return listed;
  const others = rest.flatMap((group) => group.rows).sort((one, other) => one - other);
  const count = rest.reduce((sum, group) => sum + group.count, 0);
  return [...listed, { key: groupKey(OTHERS, ''), message: OTHERS, place: '', rows: others.slice(0, ROWS), count }];
}
