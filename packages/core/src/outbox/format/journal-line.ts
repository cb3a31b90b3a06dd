import { checkedEnd, hasChecksum, withChecksum } from './checksum.js';
import type { OpenEntry } from './entries.js';
import { headOf, type JournalLine, type Line } from './line.js';

const NUMBER = Buffer.from(',"line":');
const BEGINNING = Buffer.from('{"kind":"');
/** Maximum number of digits of a line's number. */
const DIGITS = 10;
const ZERO = 0x30;
const NINE = 0x39;
const SPACE = 0x20;

/** One line of a journal: the entry, its number in the journal, the checksum of both. */
export function sealLine(entry: OpenEntry, number: number): string {
  return `${withChecksum(`${entry},"line":${number}`)}\n`;
}

/**
 * Removes number and checksum, so that the line ends where its entry does, without its closing brace.
 * @returns false for a line that was changed since it was written
 */
export function unsealLine(line: JournalLine): boolean {
  const { bytes, start } = line;
  const checked = checkedEnd(bytes, start, line.end);
  if (checked < 0) return false;
  let number = 0;
  let at = checked - 1;
  for (let unit = 1; isDigit(bytes[at]) && checked - at <= DIGITS; unit *= 10) {
    number += ((bytes[at--] ?? ZERO) - ZERO) * unit;
  }
  const end = at - NUMBER.length + 1;
  if (at === checked - 1 || end <= start) return false;
  for (let index = 0; index < NUMBER.length; index++) if (bytes[end + index] !== NUMBER[index]) return false;
  line.end = end;
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

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}
