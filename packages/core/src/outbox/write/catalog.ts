import { join } from 'node:path';
import { toJson } from '../../built-ins/plain-json.js';
import { addToFile } from './whole-file.js';

/** A line of the catalog: the data for creating an autotest in the service by hand, because its interface can't do that. */
export interface CatalogEntry {
  externalId: string;
  titlePath: string[];
  file: string;
  line?: number | undefined;
}

/** The catalog of every test seen in an outbox. */
export function catalogPath(outbox: string): string {
  return join(outbox, 'catalog.ndjson');
}

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
