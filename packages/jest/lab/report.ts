import type { ReportedTest } from '@testpoint/frameworks/lab';

interface JestReport {
  testResults: {
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string; failureMessages?: string[] }[];
  }[];
}

/** The tests in a JSON report of Jest, or of Vitest, which has the same form. */
export function testsIn(report: unknown): ReportedTest[] {
  return (report as JestReport).testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status, failureMessages: [error] = [] }) => ({
      file,
      titles: [...ancestorTitles, title],
      outcome: OUTCOMES[status] ?? 'Skipped',
      // Of a timeout, Vitest's report has only the stack of an error with this message.
      error: error?.startsWith('Error: STACK_TRACE_ERROR') ? undefined : error,
      verdict: status,
    })),
  );
}

const OUTCOMES: Readonly<Record<string, string>> = { passed: 'Passed', failed: 'Failed' };
