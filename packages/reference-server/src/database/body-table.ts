import type { Database, Query } from './database.js';

/** Bodies as they came, in blocks, of which a reader needs only those that it reads. */
export class BodyTable {
  readonly #insert: Query<never, [operation: string, receivedOn: string]>;
  readonly #insertBlock: Query<never, [body: number, number: number, json: Uint8Array]>;
  readonly #block: Query<{ json: Uint8Array }, [body: number, number: number]>;
  /** Read last: neighbours in a body are mostly read one after the other. */
  #last: { body: number; number: number; json: Uint8Array } | undefined;

  constructor(database: Database) {
    this.#insert = database.prepare('INSERT INTO bodies (operation, received_on) VALUES (?, ?)');
    this.#insertBlock = database.prepare('INSERT INTO body_blocks (body, number, json) VALUES (?, ?, ?)');
    this.#block = database.prepare('SELECT json FROM body_blocks WHERE body = ? AND number = ?');
  }

  /** `json` in UTF-8. Returns the body's key. */
  insert(operation: string, receivedOn: string, json: Uint8Array): number {
    const body = this.#insert.run(operation, receivedOn).lastKey;
    for (let number = 0; number * BLOCK < json.length; number++) {
      this.#insertBlock.run(body, number, json.subarray(number * BLOCK, (number + 1) * BLOCK));
    }
    return body;
  }

  /** The bytes from `start` on, `length` of them, in pieces. */
  *read(body: number, start: number, length: number): Generator<Uint8Array> {
    const end = start + length;
    for (let number = Math.floor(start / BLOCK); number * BLOCK < end; number++) {
      const offset = number * BLOCK;
      yield this.#read(body, number).subarray(Math.max(start - offset, 0), end - offset);
    }
  }

  #read(body: number, number: number): Uint8Array {
    if (this.#last?.body !== body || this.#last.number !== number) {
      const json = this.#block.get(body, number)?.json;
      if (json === undefined) throw new Error(`The block ${number} of the body ${body} is gone.`);
      this.#last = { body, number, json };
    }
    return this.#last.json;
  }
}

/** Bytes. */
const BLOCK = 16_384;
