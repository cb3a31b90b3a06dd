import { slice } from '../../built-ins/language.js';
import { toJson } from '../../built-ins/plain-json.js';
import type { ResultView, SessionView } from '../../report/format.js';
import type { Finish, TestPointSetting } from '../../settings/settings.js';

/**
 * Version of the journal's format; a reader refuses what it does not know. In format 2 every line ends with its number
 * and a checksum (see `journal-line.ts`); format 1 has neither, and is still read.
 */
export const JOURNAL_FORMAT = 2;

/** First line of a journal. Holds no credentials and no address: a journal may come from elsewhere. */
export interface SessionEntry {
  kind: 'session';
  format: 1 | typeof JOURNAL_FORMAT;
  /** Name and version of what wrote it. */
  tool: string;
  framework: string;
  frameworkVersion: string;
  startedAt: number;
  run: RunIntent;
  finish: Finish;
  wire: WireOptions;
  /** What a report shows and delivery does not need, as does `ResultHead.view`. Readers that know no reports ignore both. */
  view?: SessionView;
  /**
   * The report that the suite makes of the session: its folder, below the folder that the outbox is in. A flush makes it for a
   * suite that was killed.
   */
  report?: string;
}

/** The run that the session's results go into. `none`: a shard that was given no run; whoever flushes names it. */
export type RunIntent =
  | { use: string; projectGlobalId?: number }
  | { create: { projectGlobalId: number; testPlanGlobalId: number; testPoints: TestPointSetting[] | 'from-tests' } }
  | { none: true };

/** What about the session's bodies is needed to send them. */
export interface WireOptions {
  api: 'v2' | 'legacy';
  resultsBody: 'auto' | 'array' | 'object';
  testPlanGlobalId?: number;
}

/** Head of an `attempt` or `result` line; the body, as it goes over the wire, follows as the entry's last member. */
export interface ResultHead {
  kind: 'result' | 'attempt';
  /** Ties the attempts of one test to its result, within the session. Absent where no attempt was announced. */
  key?: number;
  /** Number of the line whose result this one replaces: the framework changed its verdict after it was handed over. */
  corrects?: number;
  attachments?: AttachmentEntry[];
  /** Test points 'from-tests'. */
  testCases?: number[];
  /** Set where no configuration was known for the record: the project that one is needed for. */
  configurationFor?: string;
  id: string;
  configurationId?: string;
  configurationGlobalId?: number;
  view?: ResultView;
}

export interface AttachmentEntry {
  /** File name inside the session's `attachments` folder. */
  file: string;
  name: string;
  contentType: string;
  /** GUID in the body that the uploaded attachment's GUID replaces. */
  placeholder: string;
}

/** Test points known before the run. `complete`: no others will come, so the run can be created. */
export interface PlanEntry {
  kind: 'plan';
  testPoints: TestPointSetting[];
  complete: boolean;
  /**
   * Something about the run that belongs to no test, at the moment when it is known, so that the report of a killed run has
   * it. It comes with no test points, because readers that know no notes take such a line for whole and pass over it.
   */
  note?: NoteEntry;
}

export type NoteEntry = { problem: { title: string; detail?: string } } | { warning: string };

/** Last line: what to do with the run. A journal without it belongs to a session that died. */
export interface EndEntry {
  kind: 'end';
  finish: 'complete' | 'stop' | 'leave';
  /** Epoch milliseconds. */
  endedAt?: number;
  interrupted?: boolean;
}

export type Entry = SessionEntry | ResultHead | PlanEntry | EndEntry;

/**
 * How lines begin whose body can be sent as it stands: `encodeResult` puts every member that delivery has to attend to before
 * `id`. So a reader need not parse them (see `readCommon`).
 */
export const PLAIN_RESULT = '{"kind":"result","id":';
/** How an attempt begins; where `PLAIN_ID` follows its key, its body can be sent as it stands. */
export const ATTEMPT = '{"kind":"attempt","key":';
export const PLAIN_ID = ',"id":';
/** What a result's body follows, as the line's last member. */
export const BODY_MARK = ',"body":';
/** How a promotion begins, and what its attempt's line follows. */
export const PROMOTE = '{"kind":"promote","key":';
export const PROMOTED = ',"attempt":';

/** An entry's JSON without its closing brace, to which the journal adds what every line ends with. */
export type OpenEntry = string;

export function encodeEntry(entry: SessionEntry | PlanEntry | EndEntry): OpenEntry {
  return unclosed(entry);
}

function unclosed(entry: object): OpenEntry {
  const text = toJson(entry);
  return slice(text, 0, text.length - 1);
}

/** A result: the head's members in the order that readers go by, then the body's text untouched. */
export function encodeResult(head: ResultHead, body: string): OpenEntry {
  const { kind, key, corrects, attachments, testCases, configurationFor } = head;
  const { id, configurationId, configurationGlobalId, view } = head;
  const members = unclosed({
    kind,
    key,
    corrects,
    attachments,
    testCases,
    configurationFor,
    // From here on nothing that delivery attends to.
    id,
    configurationId,
    configurationGlobalId,
    view,
  });
  return `${members}${BODY_MARK}${body}`;
}

/** Makes the last attempt with this key the result. @param attempt number of that attempt's line */
export function encodePromotion(key: number, attempt: number): OpenEntry {
  return `${PROMOTE}${key}${PROMOTED}${attempt}`;
}
