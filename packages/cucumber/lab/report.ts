import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ReportedTest } from '@testpoint/frameworks/lab';

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
    ...['--format', `"${labFile('report.cjs')}":".formatters/report.log"`],
    ...['--format-options', JSON.stringify({ report: file })],
  ];
}

/** Path of a file beside this one, also if this is built into another program. */
export function labFile(name: string): string {
  const paths = ['../../cucumber/lab/', '../../packages/cucumber/lab/'].map((folder) =>
    fileURLToPath(new URL(folder + name, import.meta.url)),
  );
  const [beside = ''] = paths;
  return paths.find((path) => existsSync(path)) ?? beside;
}
