import type { MessagePort } from 'node:worker_threads';
import type { SessionFiles } from '../outbox/format/session-files.js';
import type { OutboxTrouble } from '../outbox/tidy/concluding.js';
import type { DeliverySettings } from '../settings/delivery-settings.js';
import type { Settings } from '../settings/settings.js';

/** Slots of the memory that both threads share (Int32Array). */
export const SLOT = {
  /** Number of messages that the delivery thread has received. */
  taken: 0,
  /** 1 once the delivery thread has sent its last message. */
  done: 1,
  /**
   * Incremented every `HEARTBEAT_EVERY` milliseconds from close to the last message, so that the main thread sees that the
   * thread is alive.
   */
  heartbeats: 2,
  /** 1 once the delivery thread works. A message could not tell a main thread that is never idle. */
  started: 3,
} as const;
export const SLOTS = 4;
/** Milliseconds. */
export const HEARTBEAT_EVERY = 50;

/** What a report and a summary need. */
interface ReportedSuite {
  /** Folder of the suite, absolute, with its known failures. Default: the folder of its outbox. */
  root?: string;
  /** File of the history, absolute. */
  history?: string;
  defaultBranch?: string;
  runUrl?: string;
  gate?: Settings['gate'];
}

/** The report that the thread makes when delivery is over. */
export interface ReportTask extends ReportedSuite {
  /** Absolute. */
  directory: string;
  /** When the session began, epoch milliseconds. */
  startedAt: number;
}

/** The summary that the thread adds to the page of a CI job when delivery is over. */
export interface SummaryTask extends ReportedSuite {
  /** The file that CI shows (`GITHUB_STEP_SUMMARY`). */
  path: string;
  root: string;
  reportUrl?: string;
}

/** What the thread makes when delivery is over. */
export interface EndTasks {
  report?: ReportTask;
  summary?: SummaryTask;
}

export interface ThreadData {
  /** Undefined if there is no place to write to and everything is sent as messages. */
  files: SessionFiles | undefined;
  settings: DeliverySettings;
  tasks: EndTasks;
  /** Whether to deliver nothing and only make the report. */
  reportOnly: boolean;
  /** Whether settings are wrong, so that nothing can be sent. Everything waits in the journal. */
  isHeld: boolean;
  shared: SharedArrayBuffer;
  port: MessagePort;
}

/** Messages to the thread. Each one increments `taken`. */
export type ToThread =
  | { kind: 'line'; line: string }
  | { kind: 'content'; file: string; content: Uint8Array }
  /** The process may be killed: send everything recorded at once. */
  | { kind: 'hurry' }
  | { kind: 'close'; closeTimeout: number; reportTimeout: number };

/** Whether nothing in a journal is left to deliver, so that it can be deleted. */
export function isDelivered({ state, left, unreadable, gaveUp }: DeliveryEnd): boolean {
  return left === 0 && unreadable === 0 && state.refused === 0 && state.paused === undefined && gaveUp === undefined;
}

/** The report's URL (file:) and sentences about what it lacks; or why it was not written. */
export type ReportEnd = { page: string; incomplete: string[] } | { failed: string };

/** Undelivered sessions in an outbox. */
export interface WaitingSessions {
  sessions: number;
  /** Those of them left by other processes. */
  others: number;
  /** Size of their files. */
  bytes: number;
  /** Whether there was no time to look at everything. Then the numbers are minimums. */
  isAtLeast: boolean;
}

/** The state of a journal's delivery. Counts are of results. */
export interface DeliveryState {
  runId?: string;
  /** Whether the run was created by this session. */
  runCreated: boolean;
  sent: number;
  /** Refused by the service, and kept. */
  refused: number;
  /** Results that match none of the run's test points, refused or dropped. */
  unmatched: number;
  /** Discarded at the user's request. */
  dropped: number;
  /** The first refused results. */
  refusals: Refusal[];
  /** Number of attachments that delivered results lack. */
  attachmentsMissing: number;
  /** Their names, and why; the first few. */
  attachmentsRefused: string[];
  /** Why delivery waits until someone fixes something. */
  paused?: string;
  /** Why the last request is being retried. */
  trouble?: string;
  /** The final state of the run. */
  finished?: string;
}

interface Refusal {
  externalId: string;
  /** The service's message. */
  reason: string;
  unmatched: boolean;
  /** The configuration with which an unmatched one was sent. */
  configurationId?: string | undefined;
}

/** The thread's last message. */
export interface DeliveryEnd {
  state: DeliveryState;
  /** Number of results that are neither sent nor refused. */
  left: number;
  /** Results sent by others: a flush that took over, or a delivery thread that died. */
  sentByOthers: number;
  /** Undelivered results that are in no file, and are lost with this process. */
  lost: number;
  /** Journal lines that could not be written to a file and were kept in memory. */
  unwritten: number;
  /** Unreadable journal lines. A session with any of them is kept. */
  unreadable: number;
  /** Beginnings of journal lines from writes that were cut short. Nothing is lost with them. */
  fragments: number;
  /** Why delivery ended before everything was sent. */
  gaveUp?: string;
  /** One sentence about each pattern of `redact` that could not search some content in time. */
  slowPatterns?: string[];
  /** The outcome of the report, if one was requested. */
  report?: ReportEnd;
  /** Why the summary for CI could not be written. */
  summaryTrouble?: string;
  /** Problems with the session's folder, if any. */
  outbox?: OutboxTrouble;
  /** Undelivered sessions in the same outbox, including this one; undefined without an outbox. */
  waiting?: WaitingSessions;
}

/** What is not known before a delivery is over. */
export const NOTHING_LEFT = { left: 0, sentByOthers: 0, lost: 0, unwritten: 0, unreadable: 0, fragments: 0 } as const;

/** The state of a delivery that has done nothing yet. */
export function initialState(): DeliveryState {
  const counts = { sent: 0, refused: 0, unmatched: 0, dropped: 0, attachmentsMissing: 0 };
  return { runCreated: false, ...counts, refusals: [], attachmentsRefused: [] };
}
