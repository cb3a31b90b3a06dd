/** A JSON text as it was sent, and the positions of its elements. */
export interface JsonText {
  /** In UTF-8. */
  bytes: Uint8Array;
  /** One for each element of an array; for any other value, one for the value. */
  elements: readonly Span[];
}

/** Part of a text, in bytes. */
interface Span {
  start: number;
  length: number;
}

/**
 * Finds the elements of a JSON text's outermost array, or its single value; undefined if arrays and objects nest deeper than `limit`.
 * If the text is not JSON, the result is meaningless. Call this before parsing, because later code recurses. Works on bytes, because
 * in UTF-8 only ASCII characters have bytes below 128.
 */
export function measureJson(json: Uint8Array, limit: number): JsonText | undefined {
  const elements: Span[] = [];
  let isArray = false;
  let start = 0;
  let depth = 0;
  const add = (end: number) => {
    const element = trimmed(json, start, end);
    if (element.length > 0) elements.push(element);
    start = end + 1;
  };
  for (let index = 0; index < json.length; index++) {
    const code = json[index];
    if (code === QUOTE) {
      index++;
      while (index < json.length && json[index] !== QUOTE) index += json[index] === BACKSLASH ? 2 : 1;
    } else if (code === COMMA) {
      if (depth === 1 && isArray) add(index);
    } else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      if (++depth > limit) return undefined;
      if (depth === 1 && code === OPENING_BRACKET) {
        isArray = true;
        start = index + 1;
      }
    } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) {
      if (--depth === 0 && isArray) add(index);
    }
  }
  if (!isArray) add(json.length);
  return { bytes: json, elements };
}

/** Trims whitespace. */
function trimmed(json: Uint8Array, start: number, end: number): Span {
  let first = start;
  let last = end;
  while (first < last && WHITESPACE.has(json[first] ?? 0)) first++;
  while (last > first && WHITESPACE.has(json[last - 1] ?? 0)) last--;
  return { start: first, length: last - first };
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const WHITESPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);
