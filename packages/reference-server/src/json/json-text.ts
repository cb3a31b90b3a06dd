import { setImmediate as nextTurn } from 'node:timers/promises';

/** A JSON text as it was sent, and the positions of its elements. */
export interface JsonText {
  /** In UTF-8. */
  bytes: Uint8Array;
  /** One for each element of an array; for any other value, one for the value. */
  elements: readonly Span[];
  /** A long array that can be parsed in pieces: the value itself, or a member of the value. */
  long?: LongArray | undefined;
}

/** Part of a text, in bytes. */
interface Span {
  start: number;
  length: number;
}

/** Positions in a text, in bytes. */
export interface LongArray {
  /** Of the first byte after the opening bracket. */
  start: number;
  /** Of the closing bracket. */
  end: number;
  /** Commas between elements, about `PIECE` bytes apart. */
  cuts: readonly number[];
}

/**
 * Finds the elements of a JSON text's outermost array, or its single value, and a long array that can be parsed in pieces;
 * undefined if arrays and objects nest deeper than `limit`. If the text is not JSON, the result is meaningless. Call this before
 * parsing, because later code recurses. Other clients are served while a long text is measured.
 */
export async function measureJson(json: Uint8Array, limit: number): Promise<JsonText | undefined> {
  const measuring = measure(json, limit);
  let step = measuring.next();
  for (; !step.done; step = measuring.next()) await nextTurn();
  return step.value;
}

/** Yields from time to time. Works on bytes, because in UTF-8 only ASCII characters have bytes below 128. */
function* measure(json: Uint8Array, limit: number): Generator<undefined, JsonText | undefined> {
  const elements: Span[] = [];
  const arrays = new LongArrays();
  let isArray = false;
  let start = 0;
  let depth = 0;
  let pause = STRETCH;
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
      arrays.comma(index, depth);
      if (index > pause) {
        pause = index + STRETCH;
        yield;
      }
    } else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      if (++depth > limit) return undefined;
      if (depth === 1 && code === OPENING_BRACKET) {
        isArray = true;
        start = index + 1;
      }
      if (code === OPENING_BRACKET && (depth === 1 || (depth === 2 && !isArray))) arrays.open(index, depth);
    } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) {
      arrays.close(index, depth);
      if (--depth === 0 && isArray) add(index);
    }
  }
  if (!isArray) add(json.length);
  return { bytes: json, elements, long: arrays.first };
}

/** Finds the first long array among the reported arrays, which must not overlap. */
class LongArrays {
  first: LongArray | undefined;
  /** The array that is open, if it may become the first. */
  #depth = 0;
  #start = 0;
  #cut = 0;
  #cuts: number[] = [];

  open(bracket: number, depth: number): void {
    if (this.first !== undefined) return;
    this.#depth = depth;
    this.#start = bracket + 1;
    this.#cut = this.#start;
  }

  comma(index: number, depth: number): void {
    if (depth !== this.#depth || index - this.#cut < PIECE) return;
    this.#cuts.push(index);
    this.#cut = index;
  }

  close(bracket: number, depth: number): void {
    if (depth !== this.#depth) return;
    this.#depth = 0;
    if (this.#cuts.length > 0) this.first = { start: this.#start, end: bracket, cuts: this.#cuts };
  }
}

/** Trims whitespace. */
function trimmed(json: Uint8Array, start: number, end: number): Span {
  let first = start;
  let last = end;
  while (first < last && WHITESPACE.has(json[first] ?? 0)) first++;
  while (last > first && WHITESPACE.has(json[last - 1] ?? 0)) last--;
  return { start: first, length: last - first };
}

/** Bytes that are parsed in one turn: about a millisecond. */
const PIECE = 131_072;
/** Bytes that are measured in one turn: a few milliseconds. */
const STRETCH = 1_048_576;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const WHITESPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);
