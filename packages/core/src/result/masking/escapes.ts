import { append, execute, indexOf, slice } from '../../built-ins/language.js';
import type { Span } from './timed-pattern.js';

/** A text without its escapes. */
export interface Unescaped {
  text: string;
  /** Where a part of it is in the escaped text. */
  spanOf(part: Span): Span;
}

/** One escape: its place in the escaped text, and that of its character in the other. */
interface Escape extends Span {
  at: number;
  after: number;
}

/**
 * How HTML, JSON and URLs write a character, in all spellings: `&quot;`, `&#34;`, `&#x22;`, `\u0022`, `\/`, `%22`. What only one
 * spelling has (`\"`, UTF-8 in a URL) is not here.
 */
const ESCAPE =
  /&(?:#(?:[xX]([\da-fA-F]{1,6})|(\d{1,7}))|(quot|amp|lt|gt|apos));|\\(?:u([\da-fA-F]{4})|(\/))|%([2-7][\da-fA-F])/g;
const NAMED: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" };
const HIGHEST = 0x10ffff;
const { fromCodePoint } = String;

/** Undefined if it has none. */
export function unescaped(text: string): Unescaped | undefined {
  // Most texts have none, and this is quick.
  if (indexOf(text, '&') === -1 && indexOf(text, '\\') === -1 && indexOf(text, '%') === -1) return undefined;
  const escapes: Escape[] = [];
  let result = '';
  let from = 0;
  ESCAPE.lastIndex = 0;
  for (let match = execute(ESCAPE, text); match !== null; match = execute(ESCAPE, text)) {
    const character = characterOf(match);
    if (character === undefined) continue;
    const end = match.index + match[0].length;
    result += slice(text, from, match.index);
    append(escapes, { start: match.index, end, at: result.length, after: result.length + character.length });
    result += character;
    from = end;
  }
  if (from === 0) return undefined;
  return {
    text: result + slice(text, from),
    spanOf: ({ start, end }) => ({ start: placeOf(start, escapes, false), end: placeOf(end, escapes, true) }),
  };
}

function characterOf(match: RegExpExecArray): string | undefined {
  const hex = match[1] ?? match[4] ?? match[6];
  const code = +(hex === undefined ? (match[2] ?? '-1') : `0x${hex}`);
  if (code >= 0) return code <= HIGHEST ? fromCodePoint(code) : undefined;
  return match[5] ?? NAMED[match[3] ?? ''];
}

/** @param isEnd whether the place is where a part ends */
function placeOf(index: number, escapes: readonly Escape[], isEnd: boolean): number {
  const least = isEnd ? 1 : 0;
  let place = index;
  for (let number = 0; number < escapes.length; number++) {
    const { at, after, start, end } = escapes[number] as Escape;
    if (index < at + least) break;
    if (index < after + least) return isEnd ? end : start;
    place = index - after + end;
  }
  return place;
}
