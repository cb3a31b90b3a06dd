import type { ReportedTest } from '@testpoint/frameworks/lab';
import { labFile } from '../../frameworks/src/lab-file.js';

interface Scenario {
  file: string;
  titles: string[];
  /** Of its last attempt. Without them, it did not run. */
  steps?: { status: string; message?: string }[];
}

/** Reads what `report.cjs` has written: Cucumber's messages, one entry for each scenario. */
export function testsIn(report: unknown): ReportedTest[] {
  return (report as Scenario[]).map(({ file, titles, steps }) => {
    if (steps === undefined) return { file, titles, outcome: 'Blocked' };
    const has = (...wanted: string[]) => steps.some(({ status }) => wanted.includes(status));
    const failed = has('FAILED', 'UNDEFINED', 'AMBIGUOUS', 'PENDING');
    return {
      ...{ file, titles },
      outcome: failed ? 'Failed' : has('SKIPPED') ? 'Skipped' : 'Passed',
      error: steps.find(({ status }) => status === 'FAILED')?.message,
    };
  });
}

/** Arguments for a report in a file. */
export function reportTo(file: string): string[] {
  return [
    ...['--format', `"${labFile('cucumber', 'report.cjs')}":".formatters/report.log"`],
    ...['--format-options', JSON.stringify({ report: file })],
  ];
}
