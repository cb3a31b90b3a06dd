import type { ResultView, SessionView } from '@testpoint/report/format';
import type { Finish, TestPointSetting } from '../../settings/settings.js';

/** Version of the journal's format. A reader refuses all others. */
export const JOURNAL_FORMAT = 3;

/** First line of a journal. Contains no credentials and no URL, because a journal may come from elsewhere. */
export interface SessionEntry {
  kind: 'session';
  format: typeof JOURNAL_FORMAT;
  /** Name and version of its writer. */
  tool: string;
  framework: string;
  frameworkVersion: string;
  startedAt: number;
  run: RunIntent;
  finish: Finish;
  wire: WireOptions;
  /** Data that only reports need, like `ResultHead.view`. Readers that don't support reports ignore both. */
  view?: SessionView;
  /**
   * The report that the suite makes of the session: a folder below the one that contains the outbox. A flush makes it for a
   * killed suite.
   */
  report?: string | undefined;
  /** Id of the server of `testpoint serve` that the results are for. They go to no other server, and to no service. */
  localServer?: string;
}

/** The run for the session's results. `none`: a shard without a run; the flush names it. */
export type RunIntent =
  | { use: string; projectGlobalId?: number }
  | { create: { projectGlobalId: number; testPlanGlobalId: number; testPoints: TestPointSetting[] | 'from-tests' } }
  | { none: true };

/** The session's settings that are needed to send its results. What its suite did not know, a flush fills in. */
export interface WireOptions {
  api?: 'v2' | 'legacy';
  testPlanGlobalId?: number;
}

/** Head of a `provisional` or `result` line. The body follows in wire format, as the entry's last member. */
export interface ResultHead {
  /** `provisional`: the test's result so far, which counts if no other line with its key follows. */
  kind: 'result' | 'provisional';
  /** Connects a test's provisional results to its result, within the session. Absent if there were none. */
  key?: number | undefined;
  /** Number of the line whose result this one replaces, because the framework changed its verdict afterwards. */
  corrects?: number | undefined;
  attachments?: AttachmentEntry[] | undefined;
  /** The test cases that the test names, for test points 'from-tests'. */
  testCases?: number[] | undefined;
  /** Set if no configuration was known for the record: the project that needs one. */
  configurationFor?: string | undefined;
  id: string;
  configurationId?: string | undefined;
  configurationGlobalId?: number | undefined;
  view?: ResultView | undefined;
}

export interface AttachmentEntry {
  /** File name inside the session's `attachments` folder. */
  file: string;
  name: string;
  contentType: string;
  /** GUID in the body, to be replaced by the uploaded attachment's GUID. */
  placeholder: string;
}

/** Test points known before the run. `complete`: no others will follow, so the run can be created. */
export interface PlanEntry {
  kind: 'plan';
  testPoints: TestPointSetting[];
  complete: boolean;
}

/** Data about the run that belongs to no test, written as soon as it is known, so that the report of a killed run has it. */
type NoteEntry = { kind: 'note' } & Note;
export type Note =
  | { problem: { title: string; detail?: string } }
  | { warning: string }
  /** What may have failed the run after its end. */
  | { otherFailure: string };

/** What to do with the run. At most a note follows. A journal without it belongs to a session that died. */
export interface EndEntry {
  kind: 'end';
  finish: 'complete' | 'stop' | 'leave';
  /** Epoch milliseconds. */
  endedAt?: number;
  interrupted?: boolean;
}

/** Provisional results that are the results of their tests. A reader that meets none takes the last provisional ones. */
export interface SettledEntry {
  kind: 'settled';
  /** The test's key. */
  key: number;
  /** Number of its line, so that an earlier one does not replace an unreadable one. */
  of: number;
  /** Further ones: key, line, key, line … */
  others?: readonly number[] | undefined;
}

export type Entry = SessionEntry | ResultHead | SettledEntry | PlanEntry | Pick<NoteEntry, 'kind'> | EndEntry;

/** A result's line with its body, which is in wire format. */
export type ResultEntry = ResultHead & { body: object };

/** What a session writes. */
export type WrittenEntry = SessionEntry | ResultEntry | SettledEntry | PlanEntry | NoteEntry | EndEntry;
