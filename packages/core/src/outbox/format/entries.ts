import type { ResultView, SessionView } from '@testpoint/report/format';
import { append, slice } from '../../built-ins/language.js';
import { toJson } from '../../built-ins/plain-json.js';
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

/** The session's settings that are needed to send its results. */
export interface WireOptions {
  api: 'v2' | 'legacy';
  resultsBody: 'auto' | 'array' | 'object';
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
export type NoteEntry = { kind: 'note' } & Note;
export type Note = { problem: { title: string; detail?: string } } | { warning: string };

/** The last line, which says what to do with the run. A journal without it belongs to a session that died. */
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

/**
 * The beginning of lines whose body can be sent unchanged: `encodeResult` puts every member that delivery needs before `id`.
 * So a reader need not parse them (see `readCommon`).
 */
export const PLAIN_RESULT = '{"kind":"result","id":';
/** The beginning of a provisional result. If `PLAIN_ID` follows its key, its body can be sent unchanged. */
export const PROVISIONAL = '{"kind":"provisional","key":';
export const PLAIN_ID = ',"id":';
/** The text before a result's body, which is the line's last member. */
export const BODY_MARK = ',"body":';

/** An entry's JSON without its closing brace; the journal adds the end of the line. */
export type OpenEntry = string;

export function encodeEntry(
  entry: SessionEntry | PlanEntry | NoteEntry | EndEntry | SettledEntry | (ResultHead & { body: object }),
): OpenEntry {
  const text = toJson(entry);
  return slice(text, 0, text.length - 1);
}

/** A result: the head's members in the order that readers rely on, then the body, in one piece of JSON. */
export function encodeResult(head: ResultHead, body: object): OpenEntry {
  const { kind, key, corrects, attachments, testCases, configurationFor } = head;
  const { id, configurationId, configurationGlobalId, view } = head;
  return encodeEntry({
    kind,
    key,
    corrects,
    attachments,
    testCases,
    configurationFor,
    // Delivery needs nothing from here on.
    id,
    configurationId,
    configurationGlobalId,
    view,
    body,
  });
}

/** @param settled key, line, key, line … */
export function encodeSettled(settled: readonly number[]): OpenEntry {
  const others: number[] = [];
  for (let index = 2; index < settled.length; index++) append(others, settled[index] as number);
  const first = { key: settled[0] as number, of: settled[1] as number };
  return encodeEntry({ kind: 'settled', ...first, others: others.length > 0 ? others : undefined });
}
