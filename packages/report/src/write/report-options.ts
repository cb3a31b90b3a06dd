import type { Masking } from '../masking.js';
import type { ReportSource } from '../read/report-source.js';
import type { GateRules } from '../verdict/gate.js';

export interface ReportOptions {
  /** The report's folder, absolute. An existing report in it is replaced. */
  directory: string;
  /** Journals of sessions, and other reports. Each is opened again if another process replaces the report meanwhile. */
  inputs: readonly OpenSource[];
  /** Masks secrets in text attachments and in source. */
  masking: Masking;
  /** Name and version of its writer. */
  tool: string;
  /** The suite's folder, which may contain `testpoint.known.json`. */
  root?: string | undefined;
  /** Folder of Playwright's trace viewer, to be copied into the report. */
  traceViewer?: string | undefined;
  /** The run to compare with: a file of a history, or sources. */
  compare?: string | readonly OpenSource[] | undefined;
  /** File of the history, absolute. */
  history?: string | undefined;
  /** Rules to judge the run by. */
  gate?: GateRules | undefined;
  /** Number of sessions whose results wait for delivery, for these rules. */
  waiting?: number | undefined;
  /** The branch to compare tests with that have no history on their own. Default: main or master, whichever the history has. */
  defaultBranch?: string | undefined;
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

/** @throws UnreadableSourceError */
export type OpenSource = () => ReportSource;
