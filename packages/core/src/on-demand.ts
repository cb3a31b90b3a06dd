import type { FlushOptions, FlushReport } from './delivery/flush.js';
import type { MadeReport, MakeReportOptions, OpenedRun, OpenRunOptions } from './report/make-report.js';

// What the command line loads on demand: reporters never need it, and every suite would pay for loading it.

/** Delivers the journals that earlier sessions left behind. */
export async function flush(options: FlushOptions): Promise<FlushReport> {
  const delivery = await import('./delivery/flush.js');
  return delivery.flush(options);
}

/** Makes a report from earlier sessions and reports. A reporter's own report is made in the delivery thread. */
export async function makeReport(options: MakeReportOptions): Promise<MadeReport> {
  const report = await import('./report/make-report.js');
  return report.makeReport(options);
}

/** Reads results as a report would show them, without writing one. */
export async function openRun(options: OpenRunOptions): Promise<OpenedRun> {
  const report = await import('./report/make-report.js');
  return report.openRun(options);
}
