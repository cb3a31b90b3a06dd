import { dirname, relative, sep } from 'node:path';
import type { JSONReport, JSONReportSuite, JSONReportTest } from '@playwright/test/reporter';

/** The expected results for Playwright's own JSON report: outcome by external id (docs/decisions.md, "Outcomes"). */
export function expectedOutcomes(report: JSONReport): Map<string, string> {
  const outcomes = new Map<string, string>();
  const { configFile, rootDir } = report.config;
  const folder = configFile ? relative(dirname(configFile), rootDir).split(sep).join('/') : '';
  for (const file of report.suites) {
    visit({ ...file, title: folder === '' ? file.title : `${folder}/${file.title}` }, [], outcomes);
  }
  return outcomes;
}

/** Worst first: repeats of a test are one result. */
const WEIGHT = ['Failed', 'Blocked', 'Passed', 'Skipped'];

function visit(suite: JSONReportSuite, path: string[], outcomes: Map<string, string>): void {
  // A describe without a title does not appear in an id.
  const titles = suite.title === '' ? path : [...path, suite.title];
  for (const spec of suite.specs) {
    for (const test of spec.tests) {
      const project = test.projectName ? `[${test.projectName}] ` : '';
      const id = `${project}${[...titles, spec.title].join(' > ')}`;
      const outcome = outcomeOf(test);
      const known = outcomes.get(id) ?? outcome;
      outcomes.set(id, WEIGHT.indexOf(known) < WEIGHT.indexOf(outcome) ? known : outcome);
    }
  }
  for (const inner of suite.suites ?? []) visit(inner, titles, outcomes);
}

function outcomeOf({ status, expectedStatus, results }: JSONReportTest): string {
  if (status === 'unexpected') return 'Failed';
  if (status !== 'skipped') return 'Passed';
  return expectedStatus === 'skipped' && results.at(-1)?.status === 'skipped' ? 'Skipped' : 'Blocked';
}
