import { isAscii } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { Turn } from '../turn.js';
import type { JsonText, LongArray } from './json-text.js';

/**
 * Parses a JSON text. A long array is parsed a few elements at a time, so that other clients are served in between. Rejects
 * with a SyntaxError.
 */
export async function parseJson({ bytes, long }: JsonText): Promise<unknown> {
  if (long === undefined) return parse(bytes);
  const turn = new Turn();
  const elements = await parseElements(bytes, long, turn);
  const rest = Buffer.concat([bytes.subarray(0, long.start), PLACE_TEXT, bytes.subarray(long.end)]);
  const value = parsePart(rest, bytes);
  // The placeholder can be absent: of two members with equal names, the second replaces the first.
  const place = membersOf(value).find((member) => Array.isArray(member) && member[0] === PLACE) as
    | unknown[]
    | undefined;
  if (place !== undefined) {
    place.length = 0;
    for (const element of elements) place.push(element);
  }
  if (turn.isOver) await turn.next();
  return value;
}

async function parseElements(bytes: Uint8Array, { start, end, cuts }: LongArray, turn: Turn): Promise<unknown[]> {
  const elements: unknown[] = [];
  let first = start;
  for (const cut of [...cuts, end]) {
    const piece = parsePart(Buffer.concat([OPENING, bytes.subarray(first, cut), CLOSING]), bytes) as unknown[];
    // There is nothing before or after a comma, so parsing the whole text throws.
    if (piece.length === 0) parse(bytes);
    for (const element of piece) elements.push(element);
    first = cut + 1;
    if (turn.isOver) await turn.next();
  }
  return elements;
}

/** Positions in error messages count from the beginning of the whole text. */
function parsePart(part: Uint8Array, whole: Uint8Array): unknown {
  try {
    return parse(part);
  } catch (error) {
    parse(whole);
    throw error;
  }
}

/** ASCII is also valid Latin-1, which is copied instead of converted. */
function parse({ buffer, byteOffset, byteLength }: Uint8Array): unknown {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return JSON.parse(bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8'));
}

function membersOf(value: unknown): unknown[] {
  return Array.isArray(value) ? [value] : Object.values(value as object);
}

/** A placeholder: the only element of the long array while the text around it is parsed. */
const PLACE = randomUUID();
const PLACE_TEXT = Buffer.from(JSON.stringify(PLACE));
const OPENING = Buffer.from('[');
const CLOSING = Buffer.from(']');
