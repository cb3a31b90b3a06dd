import type { SessionFiles } from '../outbox/format/session-files.js';
import type { Redaction } from '../result/redaction.js';

export interface ReportOptions {
  /** The report's folder, absolute. An existing report in it is replaced. */
  directory: string;
  /** Journals of sessions, and other reports. */
  inputs: readonly ReportInput[];
  /** Secrets to mask in text attachments and in source. */
  redaction: Redaction;
  /** Name and version of its writer. */
  tool: string;
  /** File of the history, absolute. */
  history?: string | undefined;
  /**
   * Keeps sessions of the existing report that ended after this, epoch milliseconds: another process wrote them while this
   * one was running. Default: keeps none.
   */
  keepSince?: number;
  /** The web address of a session's run in the service, which is not in its journal. */
  runOf?: (sessionId: string) => { runId?: string; runUrl?: string };
  /** Sentences about parts that are known to be missing before anything is read. */
  lacks?: readonly string[];
  /** Maximum time, milliseconds. Default: no limit. */
  timeout?: number;
}

/** `root`: folder of the suite. Default: the folder of its outbox. */
export type ReportInput = { session: SessionFiles; root?: string } | { report: string };
