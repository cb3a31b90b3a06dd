import { toJson } from '../../built-ins/plain-json.js';
import { type CatalogEntry, catalogPath } from '../format/outbox-files.js';
import { addToFile } from './whole-file.js';

const FLUSH_AT = 64 * 1024;

/** Adds the ids of a session's tests to the outbox's catalog, a block at a time. */
export class Catalog {
  #path: string;
  #block = '';

  constructor(outbox: string) {
    this.#path = catalogPath(outbox);
  }

  add(entry: CatalogEntry): void {
    this.#block += `${toJson(entry)}\n`;
    if (this.#block.length > FLUSH_AT) this.write();
  }

  /** Writes the collected ids. */
  write(): void {
    if (this.#block === '') return;
    const block = this.#block;
    this.#block = '';
    try {
      addToFile(this.#path, block);
    } catch {
      // The catalog is a convenience: a full disk or a mocked fs only loses the ids of this block, and no result.
    }
  }
}
