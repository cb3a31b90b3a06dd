import type { MessagePort } from 'node:worker_threads';
import type { DeliveryState } from '../delivery/delivery-state.js';
import type { SessionFiles } from '../outbox/format/session-files.js';
import type { OutboxTrouble } from '../outbox/tidy/concluding.js';
import type { Settings } from '../settings/settings.js';
import type { Waiting } from './waiting.js';

/** Slots of the memory that both threads share (Int32Array). */
export const SLOT = {
  /** Messages that the delivery thread has taken in. */
  taken: 0,
  /** 1 when the delivery thread has said its last word. */
  done: 1,
  /** Raised every `PULSE_EVERY` milliseconds from the close to the last word, so that the main thread sees that the thread lives. */
  pulse: 2,
} as const;
export const SLOTS = 3;
/** Milliseconds. */
export const PULSE_EVERY = 50;

/** Of the settings, what delivery needs; all of it can be passed between threads. */
export type DeliverySettings = Pick<
  Settings,
  | 'url'
  | 'secretKey'
  | 'requestTimeout'
  | 'concurrency'
  | 'startConcurrency'
  | 'batchSize'
  | 'flushInterval'
  | 'configurations'
  | 'redact'
  | 'keepDelivered'
> &
  Partial<Pick<Settings, 'userName' | 'configurationId' | 'testRunId'>>;

/** The report that the thread makes when delivery is over. */
export interface ReportTask {
  /** Absolute. */
  directory: string;
  history?: string;
  /** Folder of the suite, absolute. Default the one that its outbox is in. */
  root?: string;
  /** When the session began, epoch milliseconds. */
  startedAt: number;
  runUrl?: string;
}

export interface ThreadData {
  /** Undefined: there is no place to write to, everything comes as messages. */
  files: SessionFiles | undefined;
  settings: DeliverySettings;
  report: ReportTask | undefined;
  /** Nothing is delivered. */
  reportOnly: boolean;
  shared: SharedArrayBuffer;
  port: MessagePort;
}

/** To a process that delivers in place of a thread. */
export interface ChildData {
  /** The session's folder. */
  directory: string;
  settings: DeliverySettings;
  /** How long it may go on, milliseconds. */
  timeout: number;
  report: ReportTask | undefined;
  /** What making the report may take beyond that, milliseconds. */
  reportTimeout: number;
  /** Nothing is delivered. */
  reportOnly: boolean;
}

/** To the thread; `taken` is raised by one for each. */
export type ToThread =
  | { kind: 'line'; line: string }
  | { kind: 'content'; file: string; content: Uint8Array }
  /** The process may be killed: what is recorded leaves at once. */
  | { kind: 'hurry' }
  | { kind: 'close'; closeTimeout: number; reportTimeout: number };

/** Whether nothing of a journal is left to deliver, so that it may be cleared away. */
export function isDelivered({ state, left, unreadable, gaveUp }: DeliveryEnd): boolean {
  return left === 0 && unreadable === 0 && state.refused === 0 && state.paused === undefined && gaveUp === undefined;
}

/** The report's address (file:) and what it lacks, a sentence each; or why it was not written. */
export type ReportEnd = { page: string; incomplete: string[] } | { failed: string };

/** The thread's last word. */
export interface DeliveryEnd {
  state: DeliveryState;
  /** Results that are neither sent nor refused. */
  left: number;
  /** There was no time to count all of them. */
  isLeftAtLeast?: true;
  /** Results that others have sent: a flush that took over, or a delivery thread that died. */
  sentByOthers: number;
  /** Those of them that are in no file, and end with this process. */
  lost: number;
  /** Journal lines that could be written to no file, and were kept in memory. */
  unwritten: number;
  /** Journal lines that can't be read; a session that has some is kept. */
  unreadable: number;
  /** Beginnings of journal lines that writes left which were cut short. Nothing is lost with them. */
  fragments: number;
  /** Why delivery ended before everything was sent. */
  gaveUp?: string;
  /** What became of the report, where one is asked for. */
  report?: ReportEnd;
  /** Problems with the session's folder, if any. */
  outbox?: OutboxTrouble;
  /** What waits in the same outbox, of this session and of earlier ones; undefined where there is no outbox. */
  waiting?: Waiting;
}
