import { join } from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { ReportedTest } from '@testpoint/frameworks/lab';

const OUTCOMES = { expected: 'Passed', flaky: 'Passed', unexpected: 'Failed', skipped: 'Skipped' };

export function testsIn(report: unknown): ReportedTest[] {
  const { suites, config } = report as JSONReport;
  const inSuite = (suite: JSONReportSuite, path: string, titles: string[]): ReportedTest[] => [
    ...suite.specs.flatMap((spec) =>
      spec.tests.map(({ projectName, status, results }) => ({
        file: join(config.rootDir, path),
        project: projectName,
        titles: [...titles, spec.title],
        outcome: OUTCOMES[status],
        error: results.at(-1)?.error?.message,
        verdict: `${status} ${results.at(-1)?.status}`,
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => inSuite(inner, path, [...titles, inner.title])),
  ];
  return suites.flatMap((file) => inSuite(file, file.file, []));
}
