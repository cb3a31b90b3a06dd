import { basename } from 'node:path';
import type { ReportedTest } from '@testpoint/frameworks/lab';
import { labFile } from '../../frameworks/src/lab-file.js';

/** What `json-reporter.mjs` writes of a test. */
interface Told {
  file: string;
  titles: string[];
  status: 'test:pass' | 'test:fail';
  skip?: string | boolean;
  todo?: string | boolean;
  failureType?: string;
  error?: string;
}

/** Arguments for a JSON report in a file. */
export function jsonReport(file: string): string[] {
  return ['--test-reporter', labFile('node-test', 'json-reporter.mjs'), '--test-reporter-destination', file];
}

export const OURS = [
  ...['--import', '@testpoint/node-test/setup'],
  ...['--test-reporter', '@testpoint/node-test', '--test-reporter-destination', 'stdout'],
];

export function testsIn(report: unknown): ReportedTest[] {
  return (report as Told[]).map((told) => {
    const { file, titles, error } = told;
    const isFile = titles.length === 1 && (titles[0] === file || file.endsWith(`/${titles[0]}`));
    return {
      file,
      titles: isFile ? [basename(file)] : titles,
      outcome: outcomeOf(told),
      ...(error !== undefined && { error }),
    };
  });
}

function outcomeOf({ status, skip, todo, failureType }: Told): string {
  if (skip !== undefined && skip !== false) return 'Skipped';
  if (status === 'test:pass') return 'Passed';
  if (failureType === 'cancelledByParent') return 'Blocked';
  return todo !== undefined && todo !== false ? 'Skipped' : 'Failed';
}
