import { relative, sep } from 'node:path';
import type { JestReport, Suite } from './harness.js';

const OUTCOMES: Record<string, string> = { passed: 'Passed', failed: 'Failed', pending: 'Skipped', todo: 'Skipped' };

/** The results of `jest --json` in the service's terms: outcome by external id, with repeated ids numbered like ours. */
export function outcomesIn(report: JestReport | undefined, suite: Suite): Record<string, string> {
  const outcomes: Record<string, string> = {};
  const seen = new Map<string, number>();
  for (const { name, assertionResults } of report?.testResults ?? []) {
    const file = relative(suite.realFolder, name).split(sep).join('/');
    for (const { ancestorTitles, title, status } of assertionResults) {
      const id = [file, ...ancestorTitles, title].join(' > ');
      const count = (seen.get(id) ?? 0) + 1;
      seen.set(id, count);
      outcomes[count > 1 ? `${id} (${count})` : id] = OUTCOMES[status] ?? status;
    }
  }
  return outcomes;
}
