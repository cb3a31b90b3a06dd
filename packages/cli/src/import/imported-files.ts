import { createHash } from 'node:crypto';
import { appendFileSync, createReadStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectOf, textOf } from './untrusted.js';

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

  /** @throws if there is no room for it */
  add(digest: string, file: string): void {
    const at = new Date().toISOString();
    this.#known.set(digest, at);
    mkdirSync(join(this.#path, '..'), { recursive: true });
    appendFileSync(this.#path, `${JSON.stringify({ digest, file, at })}\n`);
  }
}

/** The digest of a file's content. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
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
