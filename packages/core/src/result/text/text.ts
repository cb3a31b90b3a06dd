import { codeAt, indexOf, slice, toWellFormed } from '../../built-ins/language.js';

const utf8Length: (text: string) => number = Buffer.byteLength;

/** Longest text that is sent unchanged, bytes of UTF-8 (docs/decisions.md, "Units and limits"). */
export const TEXT_LIMIT = 65_536;

const MOST_BYTES_PER_UNIT = 3;
const ESCAPE = '\u001b';
/** Room for the note about the omitted part. */
const NOTE_BYTES = 256;

/** Text for people: without terminal codes, and without anything that UTF-8 can't represent. */
export function plain(text: string): string {
  return toWellFormed(indexOf(text, ESCAPE) === -1 ? text : stripAnsi(text));
}

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
export function cutMiddle(text: string, wholeIn: string | undefined): string {
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

/** Surrogates come in pairs here, because the text is well-formed. */
function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

function utf8Size(code: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
}

/**
 * Removes colors, cursor moves (CSI), hyperlinks and titles (OSC). An incomplete sequence loses only its escape character.
 * Node's `stripVTControlCharacters` can't be used: it removes nothing if a test has stubbed `RegExp.prototype.exec`, and in
 * Node 20 it also removes the first letter after an unterminated title.
 */
function stripAnsi(text: string): string {
  let kept = '';
  let from = 0;
  let at = indexOf(text, ESCAPE);
  while (at !== -1) {
    kept += slice(text, from, at);
    from = sequenceEnd(text, at);
    at = indexOf(text, ESCAPE, from);
  }
  return kept + slice(text, from);
}

function sequenceEnd(text: string, at: number): number {
  const kind = codeAt(text, at + 1);
  if (kind === 0x5b /* [ */) return controlSequenceEnd(text, at + 2) ?? at + 1;
  if (kind === 0x5d /* ] */ || kind === 0x50 /* P */ || kind === 0x5e /* ^ */ || kind === 0x5f /* _ */) {
    return controlStringEnd(text, at + 2) ?? at + 1;
  }
  // Charset choices: ESC ( B. Then save and restore cursor, keypad modes: ESC 7.
  if (kind >= 0x28 && kind <= 0x2f && isFinal(codeAt(text, at + 2))) return at + 3;
  return kind >= 0x30 && kind <= 0x3f ? at + 2 : at + 1;
}

function isFinal(code: number): boolean {
  return code >= 0x30 && code <= 0x7e;
}

/** Parameters, intermediates and one final byte. A sequence that is cut short by the end of the text counts, too. */
function controlSequenceEnd(text: string, from: number): number | undefined {
  let index = from;
  let code = codeAt(text, index);
  while (code >= 0x20 && code <= 0x3f) code = codeAt(text, ++index);
  if (index >= text.length) return text.length;
  return code >= 0x40 && code <= 0x7e ? index + 1 : undefined;
}

/** Ends with BEL or ESC \; any other control character shows that it was not a sequence. */
function controlStringEnd(text: string, from: number): number | undefined {
  for (let index = from; index < text.length; index++) {
    const code = codeAt(text, index);
    if (code === 0x07) return index + 1;
    if (code === 0x1b) return codeAt(text, index + 1) === 0x5c ? index + 2 : undefined;
    if (code < 0x20) return undefined;
  }
  return undefined;
}
