import type { SessionFiles } from '../outbox/format/session-files.js';
import type { Redaction } from '../result/redaction.js';

export interface ReportOptions {
  /** The report's folder, absolute. Where it is there, it is replaced if it is a report. */
  directory: string;
  /** Journals of sessions, and other reports. */
  inputs: readonly ReportInput[];
  /** What is masked in text attachments and in source. */
  redaction: Redaction;
  /** Name and version of what writes it. */
  tool: string;
  /** File of the history, absolute. */
  history?: string | undefined;
  /**
   * Sessions of the report in its place that ended after this stay in it, epoch milliseconds: another process wrote it while
   * this one ran. Default: none stays.
   */
  keepSince?: number;
  /** Where a session's run is seen in the service: what its journal does not say. */
  runOf?: (sessionId: string) => { runId?: string; runUrl?: string };
  /** What is known to be missing before anything is read, a sentence each. */
  lacks?: readonly string[];
  /** How long it may take, milliseconds. Default without limit. */
  timeout?: number;
}

/** `root`: folder of the suite. Default the one that its outbox is in. */
export type ReportInput = { session: SessionFiles; root?: string } | { report: string };
