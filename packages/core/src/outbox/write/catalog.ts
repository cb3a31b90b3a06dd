import { join } from 'node:path';
import { toJson } from '../../built-ins/plain-json.js';
import type { SuiteName } from '../../in-test/selection.js';
import { plainFiles } from '../format/plain-files.js';

/** A line of the catalog: the data for creating an autotest in the service by hand, because its interface can't do that. */
export interface CatalogEntry {
  externalId: string;
  titlePath: string[];
  file: string;
  project?: string | undefined;
  line?: number | undefined;
  /** Global ids of the test cases that the test names, and of its configuration if that was known: its test points. */
  testCases?: number[] | undefined;
  configurationGlobalId?: number | undefined;
}

/** An entry with the session that wrote it. What identifies its test comes before `at`, which tidying relies on. */
export interface CatalogLine extends CatalogEntry {
  suite?: SuiteName | undefined;
  /** When the session started, epoch milliseconds; 0 if `exec` had selected its tests, so that it did not run all of a file. */
  at?: number;
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
  #suite: SuiteName | undefined;
  #at = 0;

  constructor(outbox: string) {
    this.#path = catalogPath(outbox);
  }

  /** Call it before the first test. @param at see `CatalogLine` */
  begin(suite: SuiteName | undefined, at: number): void {
    this.#suite = suite;
    this.#at = at;
  }

  add({ externalId, titlePath, file, project, line, testCases, configurationGlobalId }: CatalogEntry): void {
    const [suite, at] = [this.#suite, this.#at];
    const entry: CatalogLine = {
      suite,
      externalId,
      titlePath,
      file,
      project,
      at,
      line,
      testCases,
      configurationGlobalId,
    };
    this.#block += `${toJson(entry)}\n`;
    if (this.#block.length > FLUSH_AT) this.write();
  }

  /** Writes the collected ids. */
  write(): void {
    if (this.#block === '') return;
    const block = this.#block;
    this.#block = '';
    try {
      plainFiles.add(this.#path, block);
    } catch {
      // The catalog is a convenience: a full disk or a mocked fs only loses the ids of this block, and no result.
    }
  }
}
