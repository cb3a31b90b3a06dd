import { slice } from '../../built-ins/language.js';
import { toJson } from '../../built-ins/plain-json.js';
import { checkedEnd, hasChecksum, withChecksum } from './checksum.js';
import type { ResultEntry, WrittenEntry } from './entries.js';

/** A line, from `start` to `end`, in memory that is reused for the next line. */
export interface Line {
  bytes: Buffer;
  start: number;
  end: number;
  /** Its first bytes, each as a character (Latin-1), because searching a string is cheaper than searching bytes. */
  head: string;
}

/** A line of a journal with its position: `sequence` is its number, 0 for the session's line. */
export interface JournalLine extends Line {
  sequence: number;
  /** Its position in the file; undefined for a line that is in no file. */
  offset: number | undefined;
  /** Its size in the file, bytes. */
  length: number;
}

/**
 * The beginning of lines whose body can be sent unchanged: every member that delivery needs comes before `id`. So a reader
 * need not parse them (see `readCommon`).
 */
export const PLAIN_RESULT = '{"kind":"result","id":';
/** The beginning of a provisional result. If `PLAIN_ID` follows its key, its body can be sent unchanged. */
export const PROVISIONAL = '{"kind":"provisional","key":';
export const PLAIN_ID = ',"id":';
/** The text before a result's body, which is the entry's last member. */
export const BODY_MARK = ',"body":';

const NUMBER = ',"line":';
/** Bytes. */
const LONGEST_NUMBER = NUMBER.length + 10;
const BEGINNING = Buffer.from('{"kind":"');
const SPACE = 0x20;
/** Size of a line's head, bytes: everything besides the body in most results. */
const HEAD = 384;

/** The part of a line to search as text. */
export function headOf(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('latin1', start, Math.min(end, start + HEAD));
}

/** One line of a journal: the entry, its number in the journal, the checksum of both. */
export function sealLine(entry: WrittenEntry, number: number): string {
  const json = toJson('body' in entry ? inOrder(entry) : entry);
  return `${withChecksum(`${slice(json, 0, json.length - 1)}${NUMBER}${number}`)}\n`;
}

/** A result with its members in the order that readers rely on. */
function inOrder(entry: ResultEntry): ResultEntry {
  const { kind, key, corrects, attachments, testCases, configurationFor } = entry;
  const { id, configurationId, configurationGlobalId, view, body } = entry;
  return {
    kind,
    key,
    corrects,
    attachments,
    testCases,
    configurationFor,
    // Delivery needs nothing from here on, except for the body.
    id,
    configurationId,
    configurationGlobalId,
    view,
    body,
  };
}

/**
 * Removes number and checksum, so that the line ends where its entry does, without its closing brace.
 * @returns false for a line that was changed since it was written
 */
export function unsealLine(line: JournalLine): boolean {
  const { bytes, start } = line;
  const checked = checkedEnd(bytes, start, line.end);
  if (checked < 0) return false;
  const tail = bytes.toString('latin1', Math.max(start, checked - LONGEST_NUMBER), checked);
  const at = tail.lastIndexOf(NUMBER);
  const number = Number.parseInt(tail.slice(at + NUMBER.length), 10);
  line.end = checked - tail.length + at;
  if (at < 0 || line.end === start || tail.slice(at) !== `${NUMBER}${number}`) return false;
  line.sequence = number;
  return true;
}

/**
 * Like `unsealLine`, for a line that was joined to text before it: half a line without an ending, or garbage.
 * @returns the part before it, or undefined if there is no such line
 */
export function unsealJoined(line: JournalLine): Line | undefined {
  const { bytes, start, end } = line;
  // Inside a string, the quotes would be escaped, so this is the beginning of an entry.
  const at = bytes.lastIndexOf(BEGINNING, end - 1);
  if (at <= start) return undefined;
  line.start = at;
  if (unsealLine(line)) {
    line.head = headOf(bytes, at, end);
    line.length -= at - start;
    if (line.offset !== undefined) line.offset += at - start;
    return { bytes, start, end: at, head: '' };
  }
  line.start = start;
  return undefined;
}

/** Whether this may be only the beginning of a line, left by a write that was cut short. */
export function isFragment({ bytes, start, end }: Line): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < SPACE || (at - start < BEGINNING.length && byte !== BEGINNING[at - start])) return false;
  }
  return !hasChecksum(bytes, start, end) && !isJson(bytes.toString('utf8', start, end));
}

/** The beginning of an object's text is never valid JSON. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
