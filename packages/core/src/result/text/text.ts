import { HIDDEN } from '@testpoint/report/format';
import { codeAt, execute, indexOf, replaceAll, slice, toWellFormed } from '../../built-ins/language.js';

const utf8Length: (text: string) => number = Buffer.byteLength;

/** Longest text that is sent unchanged, bytes of UTF-8 (docs/decisions.md, "Units and limits"). */
export const TEXT_LIMIT = 65_536;

const MOST_BYTES_PER_UNIT = 3;
const ESCAPE = '\u001b';
/** Room for the note about the omitted part. */
const NOTE_BYTES = 256;

/** Text for people: without terminal codes, and storable. */
export function plain(text: string): string {
  return storable(indexOf(text, ESCAPE) === -1 ? text : without(SEQUENCE, text));
}

/** Text for a terminal, which titles and messages must not control. Line breaks and tabs stay. @param keepsColors keeps our own colors */
export function harmless(text: string, keepsColors: boolean): string {
  return without(keepsColors ? UNSAFE_BESIDE_COLORS : UNSAFE, text);
}

/** Text that any service can store: UTF-8 can't represent lone surrogates, and PostgreSQL refuses NUL, which is shown as ␀. */
export function storable(text: string): string {
  return replaceAll(toWellFormed(text), '\0', nulSign);
}

const nulSign = () => '␀';

/** Two texts with a blank line between them, or the only one that is not empty. */
export function joinParagraphs(first: string, second: string): string {
  return first === '' ? second : second === '' ? first : `${first}\n\n${second}`;
}

/** The start of a text, for names. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = isSurrogate(codeAt(text, length - 2)) && isSurrogate(codeAt(text, length - 1)) ? length - 2 : length - 1;
  return `${slice(text, 0, end)}…`;
}

export function isLong(text: string): boolean {
  if (text.length * MOST_BYTES_PER_UNIT <= TEXT_LIMIT) return false;
  return text.length > TEXT_LIMIT || utf8Length(text) > TEXT_LIMIT;
}

/**
 * The start and end of a text, at most `TEXT_LIMIT` bytes, with a note between them about the omitted part.
 * @param wholeIn name of the attachment with the whole text; undefined if there is none
 */
export function cutMiddle(text: string, wholeIn?: string): string {
  const budget = (TEXT_LIMIT - NOTE_BYTES) / 2;
  const head = firstBytes(text, budget);
  const tail = lastBytes(text, budget);
  const left = utf8Length(text) - utf8Length(head) - utf8Length(tail);
  const where = wholeIn === undefined ? '' : `; the whole text is in the attachment "${wholeIn}"`;
  return `${head} [… ${left} bytes left out${where} …] ${tail}`;
}

/** The beginning of a text, at most this many bytes. The text is well-formed. */
export function firstBytes(text: string, budget: number): string {
  return slice(text, 0, headLength(text, budget));
}

/** The end of a text, at most this many bytes. The text is well-formed. */
export function lastBytes(text: string, budget: number): string {
  return slice(text, tailStart(text, budget));
}

function headLength(text: string, budget: number): number {
  let bytes = 0;
  let index = 0;
  while (index < text.length) {
    const code = codeAt(text, index);
    bytes += isSurrogate(code) ? 4 : utf8Size(code);
    if (bytes > budget) break;
    index += isSurrogate(code) ? 2 : 1;
  }
  return index;
}

function tailStart(text: string, budget: number): number {
  let bytes = 0;
  let index = text.length;
  while (index > 0) {
    const code = codeAt(text, index - 1);
    bytes += isSurrogate(code) ? 4 : utf8Size(code);
    if (bytes > budget) break;
    index -= isSurrogate(code) ? 2 : 1;
  }
  return index;
}

/** Whether it is the first half of a pair. */
export function isLeadSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** Surrogates come in pairs here, because the text is well-formed. */
function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

function utf8Size(code: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
}

/**
 * Colors and cursor moves (CSI), which may be cut short by the end of the text; hyperlinks and titles (OSC and other strings),
 * which any other control character ends; charset choices (ESC ( B); single characters (ESC 7). Of anything else, only the
 * escape character is removed.
 */
const SEQUENCE =
  /\x1b(?:\[[\x20-\x3f]*(?:[\x40-\x7e]|$)|[\]P^_][^\x00-\x1f]*(?:\x07|\x1b\\)|[\x28-\x2f][\x30-\x7e]|[\x30-\x3f])?/g;

const UNSAFE = new RegExp(`${SEQUENCE.source}|${HIDDEN.source}`, 'g');
/** The codes of our palette (`session/palette.ts`). */
const UNSAFE_BESIDE_COLORS = new RegExp(`(?!\\x1b\\[(?:[12]|22|3[1239])m)(?:${UNSAFE.source})`, 'g');

/**
 * Node's `stripVTControlCharacters` can't be used: it removes nothing if a test has stubbed `RegExp.prototype.exec`, and in
 * Node 20 it also removes the first letter after an unterminated title.
 */
function without(pattern: RegExp, text: string): string {
  let kept = '';
  let from = 0;
  pattern.lastIndex = 0;
  for (let found = execute(pattern, text); found !== null; found = execute(pattern, text)) {
    kept += slice(text, from, found.index);
    from = pattern.lastIndex;
  }
  return kept + slice(text, from);
}
