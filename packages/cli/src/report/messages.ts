// Messages: Commands
import { counted } from '@testpoint/report';

/** report, when it can’t be made, for example on a path without results. @fact */
export const noReport = (why: string) => `No report: ${why}.`;

/** report, before the first run. */
export const runTestsFirst = 'Run the tests first, or name an outbox or a report.';

/** report --with-trace-viewer, where Playwright is not installed. */
export const noTraceViewer = (framework: string | undefined, folder: string) =>
  `No report: ${framework} is not installed in ${folder}. Install it, or leave out --with-trace-viewer.`;

/**
 * report --compare, with something else than another run.
 *
 * Name a report, an outbox, or a file of reportHistory with another run.
 */
export const nothingToCompare = (why: string) => `No other run to compare with: ${why}.`;

/** report, when nothing was recorded since the last one. @fact */
export const nothingNew = 'Nothing has been recorded since this report.';

/** report, for a suite that did not end. @fact */
export const suiteWithoutEnd = (session: string) =>
  `Session ${session} did not end: it was killed, or is still running.`;

/** report --compare. @fact */
export const comparedWith = (start: string, differences: string) => `Compared with the run of ${start}: ${differences}`;

/** report, after a suite without a key ended before it wrote its own. @fact */
export const deletedSessions = (sessions: number) =>
  `Deleted ${counted(sessions, 'session')} that ran without a key: everything is in the report.`;

/** report --open, and open. @fact */
export const servingReport = (address: string) => `Serving the report at ${address}`;

/** report --open, and open: how to end it. @fact */
export const pressToStop = 'Press Ctrl+C to stop.';

/** report, if it takes longer than two seconds. @fact */
export const makingReport = 'Making the report';
