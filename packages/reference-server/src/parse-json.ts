import { isAscii } from 'node:buffer';
import type { JsonText } from './json-text.js';
import { Turn } from './turn.js';

/**
 * Parses a JSON text. A large array is parsed a few elements at a time, so that other clients are served in between. Rejects
 * with a SyntaxError.
 */
export async function parseJson(json: JsonText): Promise<unknown> {
  if (json.bytes.length <= PIECE) return parseWhole(json.bytes);
  const turn = new Turn();
  const value = json.elements.length > 1 ? await parseArray(json, turn) : parseWhole(json.bytes);
  if (turn.isOver) await turn.next();
  return value;
}

async function parseArray({ bytes, elements }: JsonText, turn: Turn): Promise<unknown[]> {
  const values: unknown[] = [];
  let start = 0;
  for (const [index, element] of elements.entries()) {
    const isLast = index === elements.length - 1;
    const end = isLast ? bytes.length : bytes.indexOf(COMMA, element.start + element.length);
    if (!isLast && end - start < PIECE) continue;
    // The first piece contains the opening bracket and the last one the closing bracket: together they cover the whole text.
    const piece = `${start === 0 ? '' : '['}${decode(bytes.subarray(start, end))}${isLast ? '' : ']'}`;
    for (const value of parsePiece(piece, bytes)) values.push(value);
    start = end + 1;
    if (turn.isOver) await turn.next();
  }
  return values;
}

/** Positions in error messages count from the beginning of the whole text. */
function parsePiece(piece: string, bytes: Uint8Array): unknown[] {
  try {
    return JSON.parse(piece);
  } catch (error) {
    parseWhole(bytes);
    throw error;
  }
}

function parseWhole(bytes: Uint8Array): unknown {
  return JSON.parse(decode(bytes));
}

/** ASCII is also valid Latin-1, which is copied instead of converted. */
function decode({ buffer, byteOffset, byteLength }: Uint8Array): string {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
}

const COMMA = 0x2c;
/** How many bytes to parse at once: about a millisecond. */
const PIECE = 131_072;
