import { parseJson, slice, toJson } from '../../intrinsics.js';
import type { Finish, TestPointSetting } from '../../settings/settings.js';
import type { Line } from '../read/journal-reader.js';
import { entryOf } from './entry-shapes.js';

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

/**
 * Head of an `attempt` or `result` line; the body, as it goes over the wire, follows as the entry's last member.
 * A line whose first member after `kind` is `id` needs nothing but to be sent (see `CommonEntry`).
 */
export interface ResultHead {
  kind: 'result' | 'attempt';
  /** Ties the attempts of one test to its result, within the session. Absent where no attempt was announced. */
  key?: number;
  attachments?: AttachmentEntry[];
  /** Test points 'from-tests'. */
  testCases?: number[];
  /** Set where no configuration was known for the record: the project that one is needed for. */
  configurationFor?: string;
  id: string;
  configurationId?: string;
  configurationGlobalId?: number;
}

export interface AttachmentEntry {
  /** File name inside the session's `attachments` folder. */
  file: string;
  name: string;
  contentType: string;
  /** GUID in the body that stands for the uploaded attachment's. */
  placeholder: string;
}

/** The last attempt with this key stands as its test's result: nothing has changed since it was written. */
interface PromoteEntry {
  kind: 'promote';
  key: number;
  /** Number of that attempt's line, so that an earlier attempt does not replace one that can't be read. Not in format 1. */
  attempt?: number;
}

/** Test points known before the run. `complete`: no others will come, so the run can be created. */
export interface PlanEntry {
  kind: 'plan';
  testPoints: TestPointSetting[];
  complete: boolean;
}

/** Last line: what is to become of the run. A journal without it belongs to a session that died. */
export interface EndEntry {
  kind: 'end';
  finish: 'complete' | 'stop' | 'leave';
}

export type Entry = SessionEntry | ResultHead | PlanEntry | EndEntry;

const BODY_MARK = ',"body":';
const BODY_MARK_BYTES = Buffer.from(BODY_MARK);
const PLAIN_RESULT = '{"kind":"result","id":';
const ATTEMPT = '{"kind":"attempt","key":';
const PROMOTE = '{"kind":"promote","key":';
const PROMOTED = ',"attempt":';
const PLAIN_ID = ',"id":';
const PLAIN: CommonEntry = { kind: 'plain-result' };

/** An entry's JSON without its closing brace, to which the journal adds what every line ends with. */
export type OpenEntry = string;

export function encodeEntry(entry: SessionEntry | PlanEntry | EndEntry | ResultHead): OpenEntry {
  const text = toJson(entry);
  return slice(text, 0, text.length - 1);
}

/** A result: the head's members, then the body's text untouched. */
export function encodeResult(head: ResultHead, body: string): OpenEntry {
  return `${encodeEntry(head)}${BODY_MARK}${body}`;
}

/** Makes the last attempt with this key the result. @param attempt number of that attempt's line */
export function encodePromotion(key: number, attempt: number): OpenEntry {
  return `${PROMOTE}${key}${PROMOTED}${attempt}`;
}

/** What most lines are, told without parsing them. */
export type CommonEntry =
  /** A result without attachments, key or anything else to attend to: its body can be sent as it stands. */
  | { kind: 'plain-result' }
  /** `isPlain`: promoted, its body can be sent as it stands. */
  | { kind: 'attempt'; key: number; isPlain: boolean }
  | PromoteEntry;

/** Undefined for a line that has to be decoded. */
export function readCommon({ start, end, head }: Line): CommonEntry | undefined {
  if (head.startsWith(PLAIN_RESULT)) return PLAIN;
  if (head.startsWith(ATTEMPT)) {
    const key = wholeNumberAt(head, ATTEMPT.length);
    return key === undefined
      ? undefined
      : { kind: 'attempt', key, isPlain: head.startsWith(PLAIN_ID, ATTEMPT.length + `${key}`.length) };
  }
  if (head.startsWith(PROMOTE)) {
    const key = wholeNumberAt(head, PROMOTE.length);
    if (key === undefined) return undefined;
    const at = PROMOTE.length + `${key}`.length;
    if (at === end - start) return { kind: 'promote', key };
    const attempt = head.startsWith(PROMOTED, at) ? wholeNumberAt(head, at + PROMOTED.length) : undefined;
    return attempt === undefined ? undefined : { kind: 'promote', key, attempt };
  }
  return undefined;
}

/** Undefined for anything but a whole number that is written as JSON writes it. */
function wholeNumberAt(text: string, at: number): number | undefined {
  const value = Number.parseInt(text.slice(at, at + 16), 10);
  return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/**
 * Where the body begins, which ends where the line does; undefined when the line has none. Inside a JSON string every
 * quote is escaped, so the first occurrence of the mark outside the head's own members is the real one.
 */
export function bodyStart(line: Line): number | undefined {
  const at = markIn(line);
  return at === undefined ? undefined : at + BODY_MARK.length;
}

function markIn({ bytes, start, end, head }: Line): number | undefined {
  const inHead = head.indexOf(BODY_MARK);
  if (inHead >= 0) return start + inHead < end ? start + inHead : undefined;
  const at = bytes.indexOf(BODY_MARK_BYTES, start);
  return at < 0 || at >= end ? undefined : at;
}

/** The line without its body, parsed; undefined for a line of another shape. */
export function decodeEntry(line: Line): Entry | undefined {
  const { bytes, start, end } = line;
  try {
    return entryOf(parseJson(`${bytes.toString('utf8', start, markIn(line) ?? end)}}`));
  } catch {
    return undefined;
  }
}
