import type { MadeReport, MakeReportOptions } from './report/make-report.js';

/**
 * Makes a report from earlier sessions and reports. Its code is loaded on demand: a reporter's own report is made in the
 * delivery thread.
 */
export async function makeReport(options: MakeReportOptions): Promise<MadeReport> {
  const report = await import('./report/make-report.js');
  return report.makeReport(options);
}
