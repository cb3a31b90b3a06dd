import type { ResultHead } from '../../outbox/format/entries.js';

/** A result that is being delivered. */
export interface Outgoing {
  /** Its position in the journal; undefined for a result that could only be kept in memory. */
  readonly sequence: number | undefined;
  /** Other lines of the journal that are done when this result is: its attempts, and the lines that made one of them the result. */
  readonly otherLines: readonly number[];
  /** The data of its line besides the body; undefined if delivery needs none of it. */
  readonly head: ResultHead | undefined;
  /** Its body in wire format, including the attachments' GUIDs: these bytes from `start` to `end`. */
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

export function bodyOf({ bytes, start, end }: Outgoing): Buffer {
  return bytes.subarray(start, end);
}

/** The same result with another body. */
export function withBody({ sequence, otherLines, head }: Outgoing, body: Buffer): Outgoing {
  return { sequence, otherLines, head, bytes: body, start: 0, end: body.length };
}

/** Results as one JSON array. */
export function jsonOf(results: readonly Outgoing[]): Buffer {
  const array = new ResultArray(Buffer.allocUnsafe(USUAL_BYTES));
  for (const result of results) array.push(result);
  return array.json;
}

/** Usual size of an array, bytes. */
export const USUAL_BYTES = 64 * 1024;
const OPENING = 0x5b;
const COMMA = 0x2c;
const CLOSING = 0x5d;

/** Results collected in one JSON array, in the memory that it is sent from. */
export class ResultArray {
  #items: Item[] = [];
  #memory: Buffer;
  /** When it was started, by `performance.now`. */
  readonly since = performance.now();
  /** Size of the array so far, without its closing bracket, bytes. */
  #length = 0;

  /** @param memory initial memory; more is allocated when it is full */
  constructor(memory: Buffer) {
    this.#memory = memory;
  }

  get items(): readonly Outgoing[] {
    return this.#items;
  }

  get bytes(): number {
    return this.#length;
  }

  /** The memory of the array, which is reused when the array is finished. */
  get memory(): Buffer {
    return this.#memory;
  }

  /** Copies the body. */
  push(result: Outgoing): void {
    const start = this.#length + 1;
    const end = start + result.end - result.start;
    if (end >= this.#memory.length) this.#grow(end + 1);
    this.#memory[this.#length] = this.#items.length === 0 ? OPENING : COMMA;
    result.bytes.copy(this.#memory, start, result.start, result.end);
    this.#length = end;
    this.#items.push(new Item(this, result, start, end));
  }

  /** The whole array as JSON. */
  get json(): Buffer {
    this.#memory[this.#length] = CLOSING;
    return this.#memory.subarray(0, this.#length + 1);
  }

  #grow(least: number): void {
    const memory = Buffer.allocUnsafeSlow(Math.max(least, this.#memory.length * 2));
    this.#memory.copy(memory, 0, 0, this.#length);
    this.#memory = memory;
  }
}

/** A result in an array. */
class Item implements Outgoing {
  readonly sequence: number | undefined;
  readonly otherLines: readonly number[];
  readonly head: ResultHead | undefined;
  readonly start: number;
  readonly end: number;
  readonly #array: ResultArray;

  constructor(array: ResultArray, { sequence, otherLines, head }: Outgoing, start: number, end: number) {
    this.#array = array;
    this.sequence = sequence;
    this.otherLines = otherLines;
    this.head = head;
    this.start = start;
    this.end = end;
  }

  get bytes(): Buffer {
    return this.#array.memory;
  }
}
