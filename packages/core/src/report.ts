import type { MadeReport, MakeReportOptions } from './report/make-report.js';
import type { OpenedRun, OpenRunOptions } from './report/open-run.js';

/**
 * Makes a report from earlier sessions and reports. Its code is loaded on demand: a reporter's own report is made in the
 * delivery thread.
 */
export async function makeReport(options: MakeReportOptions): Promise<MadeReport> {
  const report = await import('./report/make-report.js');
  return report.makeReport(options);
}

/** Reads results as a report would show them, without writing one. */
export async function openRun(options: OpenRunOptions): Promise<OpenedRun> {
  const reading = await import('./report/open-run.js');
  return reading.openRun(options);
}
