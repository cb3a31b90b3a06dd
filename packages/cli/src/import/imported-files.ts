import { createHash } from 'node:crypto';
import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { objectOf, textOf } from './untrusted.js';

/** How many entries to write at once. */
const AT_ONCE = 1_000;
const PIECE = Buffer.allocUnsafe(256 * 1024);

export interface DigestedFile {
  path: string;
  digest: string;
}

/** The files that were ever imported into an outbox, by the digest of their content. */
export class ImportedFiles {
  readonly #path: string;
  readonly #known = new Map<string, string>();

  constructor(outbox: string) {
    this.#path = join(outbox, 'imported.ndjson');
    for (const line of linesOf(this.#path)) {
      const { digest, at } = entryIn(line);
      if (digest !== undefined) this.#known.set(digest, at ?? 'an earlier day');
    }
  }

  /** When a file with this content was imported; undefined if never. */
  when(digest: string): string | undefined {
    return this.#known.get(digest);
  }

  /** @throws if there is no room for them */
  add(files: readonly DigestedFile[]): void {
    const at = new Date().toISOString();
    mkdirSync(dirname(this.#path), { recursive: true });
    const descriptor = openSync(this.#path, 'a');
    try {
      for (let from = 0; from < files.length; from += AT_ONCE) {
        const some = files.slice(from, from + AT_ONCE);
        const lines = some.map(({ path, digest }) => `${JSON.stringify({ digest, file: path, at })}\n`);
        appendFileSync(descriptor, lines.join(''));
      }
    } finally {
      closeSync(descriptor);
    }
  }
}

/** The digest of a file's content. Without streams, which cost more than the content of a small file. */
export function digestOf(path: string): string {
  const hash = createHash('sha256');
  const descriptor = openSync(path, 'r');
  try {
    for (let size = readSync(descriptor, PIECE); size > 0; size = readSync(descriptor, PIECE)) {
      hash.update(PIECE.subarray(0, size));
    }
  } finally {
    closeSync(descriptor);
  }
  return hash.digest('hex');
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    // Nothing was imported yet.
    return [];
  }
}

/** Empty for a line that was cut off. */
function entryIn(line: string): { digest: string | undefined; at: string | undefined } {
  try {
    const entry = objectOf(JSON.parse(line));
    return { digest: textOf(entry?.digest), at: textOf(entry?.at) };
  } catch {
    return { digest: undefined, at: undefined };
  }
}
