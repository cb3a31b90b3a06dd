import { groupedBy } from '../grouped-by.js';
import { testKey } from './key.js';
import type { Rows } from './rows.js';

/**
 * Gives tests of one session that have the same id and project different keys, in declaration order, and finds those that
 * occur in several sessions.
 * @param arrival all rows, by session, in order of arrival
 * @returns the rows of each test that has several, in that order
 */
export function sameTests(rows: Rows, arrival: Uint32Array): number[][] {
  const found: number[][] = [];
  for (const group of groupsOf(rows, arrival)) {
    const { sessions, configurations } = rows.numbers;
    const equal = groupedBy(group, (row) => `${sessions[row]} ${configurations[row]}`);
    const byNumber: number[][] = [];
    for (const list of equal.values()) {
      if (list.length > 1) list.sort((one, other) => byDeclaration(rows, one, other));
      for (const [number, row] of list.entries()) {
        const same = byNumber[number] ?? [];
        byNumber[number] = same;
        same.push(row);
        if (number > 0) rows.keys[row] = testKey(rows.id(row), rows.project(row), number);
      }
    }
    for (const same of byNumber) if (same.length > 1) found.push(same);
  }
  return found;
}

/** Rows with the same key, if there are several. Links rows instead of keeping a list for each key: most are alone. */
function* groupsOf({ keys }: Rows, arrival: Uint32Array): Generator<number[]> {
  const last = new Map<string, number>();
  const before = new Int32Array(arrival.length).fill(-1);
  const several = new Set<string>();
  for (const row of arrival) {
    const key = keys[row] ?? '';
    const other = last.get(key);
    if (other !== undefined) {
      before[row] = other;
      several.add(key);
    }
    last.set(key, row);
  }
  for (const key of several) {
    const group: number[] = [];
    for (let row = last.get(key) ?? -1; row >= 0; row = before[row] ?? -1) group.push(row);
    yield group.reverse();
  }
}

/** Rows of one session stay in order of arrival if their lines are unknown. */
function byDeclaration(rows: Rows, one: number, other: number): number {
  const [file, otherFile] = [rows.file(one), rows.file(other)];
  if (file !== otherFile) return file < otherFile ? -1 : 1;
  return (rows.numbers.lines[one] ?? 0) - (rows.numbers.lines[other] ?? 0);
}
