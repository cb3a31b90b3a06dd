import type { Result } from '@testpoint/interface';

/** The parts of Mocha's own JSON report that we compare. */
export interface JsonReport {
  tests: JsonTest[];
  passes: JsonTest[];
  failures: JsonTest[];
  pending: JsonTest[];
}

interface JsonTest {
  /** Milliseconds. */
  duration?: number;
  title: string;
  fullTitle: string;
  file?: string;
}

/**
 * Compares the service's results with Mocha's own JSON report, test by test, and returns the differences. Tests that are not
 * in Mocha's report are not compared.
 */
export function disagreements(report: JsonReport | undefined, results: ReadonlyMap<string, Result>): string[] {
  if (report === undefined) return ['Mocha wrote no report'];
  const held = new Map<string, string[]>();
  for (const [id, { outcome }] of results) {
    const title = id
      .split(' > ')
      .slice(1)
      .join(' ')
      .replace(/ \(\d+\)$/, '');
    held.set(title, [...(held.get(title) ?? []), outcome].sort());
  }
  const said = [...expectedOutcomes(report)].map(([title, list]) => [title, list.sort().join()] as const);
  return said
    .filter(([title, list]) => held.get(title)?.join() !== list)
    .map(([title, list]) => `${title}: ${list}, but the service has ${held.get(title)}`);
}

/** Outcomes by full title. Tests with equal titles have several (docs/decisions.md, "Outcomes"). */
function expectedOutcomes({ tests, passes, failures, pending }: JsonReport): Map<string, string[]> {
  const expected = new Map<string, string[]>();
  const count = (list: JsonTest[], title: string) => list.filter(({ fullTitle }) => fullTitle === title).length;
  for (const { fullTitle } of [...tests, ...failures.filter(({ title }) => !isHook(title))]) {
    if (expected.has(fullTitle)) continue;
    const failed = count(failures, fullTitle);
    const skipped = count(pending, fullTitle);
    // A test that calls done() twice is in both passes and failures. The failure counts.
    const passed = Math.min(count(passes, fullTitle), Math.max(count(tests, fullTitle) - failed - skipped, 0));
    expected.set(fullTitle, [
      ...Array<string>(passed).fill('Passed'),
      ...Array<string>(failed).fill('Failed'),
      ...Array<string>(skipped).fill('Skipped'),
    ]);
  }
  return expected;
}

function isHook(title: string): boolean {
  return /^"(before|after) (all|each)" hook/.test(title);
}

/** Outcome by external id, sorted by id. */
export function outcomes(results: ReadonlyMap<string, Result>): Record<string, string> {
  const sorted = [...results].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([id, { outcome }]) => [id, outcome]));
}
