import type { ReportedTest } from '@testpoint/frameworks/lab';

interface MochaReport {
  tests: { file: string; fullTitle: string; err: { message?: string; stack?: string } }[];
  /** The same objects again. */
  pending: object[];
}

export function testsIn(report: unknown): ReportedTest[] {
  const { tests, pending } = report as MochaReport;
  const skipped = new Set(pending.map((test) => JSON.stringify(test)));
  return tests.map((test) => {
    const { file, fullTitle, err } = test;
    const outcome = Object.keys(err).length > 0 ? 'Failed' : 'Passed';
    return {
      file,
      titles: [fullTitle],
      isJoined: true,
      outcome: skipped.has(JSON.stringify(test)) ? 'Skipped' : outcome,
      // Its stack starts with the error's name, like our message.
      error: [err.message, err.stack].filter(Boolean).join('\n'),
    };
  });
}
