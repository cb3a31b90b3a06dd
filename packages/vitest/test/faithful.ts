import { relative, sep } from 'node:path';
import type { Report } from './harness.js';

/** Outcomes that the service may have for a state in Vitest's own JSON report (docs/decisions.md, "Outcomes"). */
const OUTCOMES: Record<string, readonly string[]> = {
  passed: ['Passed'],
  failed: ['Failed'],
  todo: ['Skipped'],
  // The report does not distinguish tests that their author skips from those under a failed suite.
  skipped: ['Skipped', 'Blocked'],
  pending: ['Blocked'],
};

/** The expected outcomes for a report, by external id. */
export function expectedOutcomes(report: Report, root: string): Map<string, readonly string[]> {
  const outcomes = new Map<string, readonly string[]>();
  for (const { name, assertionResults } of report.testResults) {
    const file = relative(root, name).split(sep).join('/');
    for (const { ancestorTitles, title, status } of assertionResults) {
      const path = [file, ...ancestorTitles, title].join(' > ');
      let id = path;
      for (let occurrence = 2; outcomes.has(id); occurrence += 1) id = `${path} (${occurrence})`;
      outcomes.set(id, OUTCOMES[status] ?? []);
    }
  }
  return outcomes;
}
