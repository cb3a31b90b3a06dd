import type { Counts, EnvironmentData } from '../format.js';
import { countOf, type Members } from '../members.js';
import { BLOCKED, FAILED, PASSED, type Rows } from '../run/rows.js';

/** Which member of `Counts` a `Repeat` adds to. */
const REPEATS = [undefined, 'flaky', 'passedOnRerun', 'passedLater'] as const;
/** Outcomes from best to worst, by their numbers. */
const SEVERITY = [0, 3, 2, 1];

export function noCounts(): Counts {
  return { passed: 0, failed: 0, blocked: 0, skipped: 0, flaky: 0, passedOnRerun: 0, passedLater: 0 };
}

/** How many results were counted. A flaky one also passed. */
export function sumOf({ passed, failed, blocked, skipped }: Counts): number {
  return passed + failed + blocked + skipped;
}

/** Counts that come from elsewhere. */
export function countsFrom(members: Members): Counts {
  const counts = noCounts();
  for (const name of Object.keys(counts) as (keyof Counts)[]) counts[name] = countOf(members[name]) ?? 0;
  return counts;
}

/** Every result. */
export function countsOf(rows: Rows): Counts {
  const counts = noCounts();
  for (let row = 0; row < rows.size; row++) count(counts, rows, row);
  return counts;
}

/** The results of each environment. */
export function environmentsOf(rows: Rows): EnvironmentData[] {
  const found = rows.environments.map(() => ({ counts: noCounts(), sessions: new Set<number>() }));
  for (let row = 0; row < rows.size; row++) {
    const own = found[rows.numbers.environments[row] ?? -1];
    if (own === undefined) continue;
    count(own.counts, rows, row);
    own.sessions.add(rows.numbers.sessions[row] ?? 0);
  }
  return found.map(({ counts, sessions }) => ({ counts, sessions: [...sessions].sort((one, other) => one - other) }));
}

/** Every test once, by its worst result: a test that fails in one environment has failed. */
export function testCountsOf(rows: Rows): Counts {
  // Without environments, each test has one result.
  if (rows.environments.length === 0) return countsOf(rows);
  const counts = noCounts();
  for (const row of worstRows(rows).values()) count(counts, rows, row);
  return counts;
}

/** The row of each test's worst result, by key. */
export function worstRows(rows: Rows): Map<string, number> {
  const worst = new Map<string, number>();
  for (let row = 0; row < rows.size; row++) {
    const key = rows.keys[row] ?? '';
    const other = worst.get(key);
    if (other === undefined || severity(rows, row) > severity(rows, other)) worst.set(key, row);
  }
  return worst;
}

/** Failed, failed as known, did not run, needed a repetition, skipped, passed. */
function severity(rows: Rows, row: number): number {
  const { numbers } = rows;
  if (rows.isKnown(row)) return 25;
  const [outcome = PASSED, repeat = 0] = [numbers.outcomes[row], numbers.repeats[row]];
  return (SEVERITY[outcome] ?? 0) * 10 + (repeat > 0 && outcome === PASSED ? 15 : 0);
}

function count(counts: Counts, rows: Rows, row: number): void {
  const { numbers } = rows;
  const outcome = numbers.outcomes[row];
  if (outcome === PASSED) counts.passed++;
  else if (outcome === FAILED) counts.failed++;
  else if (outcome === BLOCKED) counts.blocked++;
  else counts.skipped++;
  if (rows.isKnown(row)) counts.known = (counts.known ?? 0) + 1;
  const repeat = REPEATS[numbers.repeats[row] ?? 0];
  if (repeat !== undefined) counts[repeat]++;
}
