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
    const equal = new Map<string, number[]>();
    for (const row of group) {
      const session = `${rows.numbers.sessions[row]} ${rows.numbers.configurations[row]}`;
      const list = equal.get(session);
      if (list === undefined) equal.set(session, [row]);
      else list.push(row);
    }
    const byNumber: number[][] = [];
    for (const list of equal.values()) {
      if (list.length > 1) list.sort((one, other) => byDeclaration(rows, one, other));
      for (const [number, row] of list.entries()) {
        const same = byNumber[number] ?? [];
        byNumber[number] = same;
        same.push(row);
        if (number > 0) rows.keys[row] = testKey(rows.id(row), projectOf(rows, row), number);
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
function byDeclaration({ numbers, files }: Rows, one: number, other: number): number {
  const [file = '', otherFile = ''] = [files[numbers.files[one] ?? 0], files[numbers.files[other] ?? 0]];
  if (file !== otherFile) return file < otherFile ? -1 : 1;
  return (numbers.lines[one] ?? 0) - (numbers.lines[other] ?? 0);
}

function projectOf({ numbers, projects }: Rows, row: number): string {
  return projects[numbers.projects[row] ?? -1] ?? '';
}
