import type { Database, Query } from './database.js';

/** Bodies as received, split into blocks, so that a reader loads only the blocks it needs. */
export class BodyTable {
  readonly #insert: Query<never, [operation: string, receivedOn: string]>;
  readonly #insertBlock: Query<never, [body: number, number: number, json: Uint8Array]>;
  readonly #block: Query<{ json: Uint8Array }, [body: number, number: number]>;
  readonly #delete: Query<never, [body: number]>;
  readonly #deleteBlocks: Query<never, [body: number]>;
  /** The block read last. The next result is usually in the same block. */
  #last: { body: number; number: number; json: Uint8Array } | undefined;

  constructor(database: Database) {
    this.#insert = database.prepare('INSERT INTO bodies (operation, received_on) VALUES (?, ?)');
    this.#insertBlock = database.prepare('INSERT INTO body_blocks (body, number, json) VALUES (?, ?, ?)');
    this.#block = database.prepare('SELECT json FROM body_blocks WHERE body = ? AND number = ?');
    this.#delete = database.prepare('DELETE FROM bodies WHERE key = ?');
    this.#deleteBlocks = database.prepare('DELETE FROM body_blocks WHERE body = ?');
  }

  /** Stores `json` (UTF-8). Returns the body's key. */
  insert(operation: string, receivedOn: string, json: Uint8Array): number {
    const body = this.#insert.run(operation, receivedOn).lastKey;
    for (let number = 0; number * BLOCK < json.length; number++) {
      this.#insertBlock.run(body, number, json.subarray(number * BLOCK, (number + 1) * BLOCK));
    }
    return body;
  }

  delete(body: number): void {
    this.#deleteBlocks.run(body);
    this.#delete.run(body);
    this.#last = undefined;
  }

  /** Reads `length` bytes from `start` on. */
  read(body: number, start: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    const end = start + length;
    for (let number = Math.floor(start / BLOCK); number * BLOCK < end; number++) {
      const offset = number * BLOCK;
      const first = Math.max(start, offset);
      bytes.set(this.#read(body, number).subarray(first - offset, end - offset), first - start);
    }
    return bytes;
  }

  #read(body: number, number: number): Uint8Array {
    if (this.#last?.body !== body || this.#last.number !== number) {
      const json = this.#block.get(body, number)?.json;
      if (json === undefined) throw new Error(`Block ${number} of body ${body} is missing.`);
      this.#last = { body, number, json };
    }
    return this.#last.json;
  }
}

/** Bytes. */
const BLOCK = 16_384;
