import { parseJson, slice, toJson } from '../intrinsics.js';
import type { Finish, TestPointSetting } from '../settings/settings.js';
import type { Line } from './journal-reader.js';

/** Version of the journal's format; a reader refuses what it does not know. */
export const JOURNAL_FORMAT = 1;

/** First line of a journal. Holds no credentials and no address: a journal may come from elsewhere. */
export interface SessionEntry {
  kind: 'session';
  format: typeof JOURNAL_FORMAT;
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
 * Head of an `attempt` or `result` line; the body, as it goes over the wire, follows as the line's last member.
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
const PLAIN_ID = ',"id":';
const PLAIN: CommonEntry = { kind: 'plain-result' };
const CLOSING_BRACE = 0x7d;

/** One journal line, with its line end. */
export function encodeEntry(entry: SessionEntry | PlanEntry | EndEntry): string {
  return `${toJson(entry)}\n`;
}

/** One journal line for a result: the head's members, then the body's text untouched. */
export function encodeResult(head: ResultHead, body: string): string {
  const text = toJson(head);
  return `${slice(text, 0, text.length - 1)}${BODY_MARK}${body}}\n`;
}

/** One journal line that makes the last attempt with this key the result. */
export function encodePromotion(key: number): string {
  return `${PROMOTE}${key}}\n`;
}

/** What most lines are, told without parsing them. */
export type CommonEntry =
  /** A result without attachments, key or anything else to attend to: its body can be sent as it stands. */
  | { kind: 'plain-result' }
  /** `isPlain`: promoted, its body can be sent as it stands. */
  | { kind: 'attempt'; key: number; isPlain: boolean }
  | PromoteEntry;

/** Undefined for a line that has to be decoded. */
export function readCommon({ bytes, end, head }: Line): CommonEntry | undefined {
  if (head.startsWith(PLAIN_RESULT)) return PLAIN;
  // A fragment of a line must not stand for the attempt whose key it begins with.
  if (head.startsWith(ATTEMPT) && bytes[end - 1] === CLOSING_BRACE && bytes[end - 2] === CLOSING_BRACE) {
    const key = Number.parseInt(head.slice(ATTEMPT.length), 10);
    return { kind: 'attempt', key, isPlain: head.startsWith(PLAIN_ID, ATTEMPT.length + `${key}`.length) };
  }
  if (head.startsWith(PROMOTE) && bytes[end - 1] === CLOSING_BRACE) {
    return { kind: 'promote', key: Number.parseInt(head.slice(PROMOTE.length), 10) };
  }
  return undefined;
}

/**
 * Where the body begins, which ends one byte before the line does; undefined when the line has none. Inside a JSON string
 * every quote is escaped, so the first occurrence of the mark outside the head's own members is the real one.
 */
export function bodyStart(line: Line): number | undefined {
  const at = markIn(line);
  return at === undefined || line.bytes[line.end - 1] !== CLOSING_BRACE ? undefined : at + BODY_MARK.length;
}

function markIn({ bytes, start, end, head }: Line): number | undefined {
  const inHead = head.indexOf(BODY_MARK);
  if (inHead >= 0) return start + inHead;
  const at = bytes.indexOf(BODY_MARK_BYTES, start);
  return at < 0 || at >= end ? undefined : at;
}

/** The line without its body, parsed; undefined for a torn or foreign line. */
export function decodeEntry(line: Line): Entry | undefined {
  const { bytes, start, end } = line;
  const at = markIn(line);
  const text = at === undefined ? bytes.toString('utf8', start, end) : `${bytes.toString('utf8', start, at)}}`;
  try {
    const entry: unknown = parseJson(text);
    return isEntry(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  switch (value.kind) {
    case 'session':
      return (
        'format' in value &&
        value.format === JOURNAL_FORMAT &&
        'run' in value &&
        typeof value.run === 'object' &&
        'wire' in value
      );
    case 'result':
    case 'attempt':
      return 'id' in value && typeof value.id === 'string';
    case 'plan':
      return 'testPoints' in value && Array.isArray(value.testPoints);
    case 'end':
      return 'finish' in value && (value.finish === 'complete' || value.finish === 'stop' || value.finish === 'leave');
    default:
      return false;
  }
}
