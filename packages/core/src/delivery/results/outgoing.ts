import type { ResultHead } from '../../outbox/format/entries.js';

/** A result that is being delivered. */
export interface Outgoing {
  /** Its position in the journal; undefined for a result that could only be kept in memory. */
  readonly sequence: number | undefined;
  /** Other lines of the journal that are done when this result is: its attempts, and the lines that made one of them the result. */
  readonly otherLines: readonly number[];
  /** The data of its line besides the body; undefined if delivery needs none of it. */
  readonly head: ResultHead | undefined;
  /** Its attachments that it goes without, and why. */
  readonly missing?: readonly string[] | undefined;
  /** Its body in wire format, including the attachments' GUIDs: these bytes from `start` to `end`. */
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

export function bodyOf({ bytes, start, end }: Outgoing): Buffer {
  return bytes.subarray(start, end);
}

/** The same result with another body. */
export function withBody(result: Outgoing, body: Buffer): Outgoing {
  return { ...result, bytes: body, start: 0, end: body.length };
}

const [OPENING, COMMA, CLOSING] = ['[', ',', ']'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];

/** The parts of the results' JSON array. Their bodies are not copied. */
export function arrayOf(results: readonly Outgoing[]): Buffer[] {
  return [...results.flatMap((result, index) => [index === 0 ? OPENING : COMMA, bodyOf(result)]), CLOSING];
}
