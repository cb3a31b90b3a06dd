import type { Entry, Store } from '../database/store.js';
import { Turn } from '../turn.js';

/**
 * Searches everything that results of a run say: a line with the numbers of those that contain the text, whatever its case, and a
 * last line. Stops when the client has gone.
 */
export async function* hitsIn(store: Store, run: string, text: string): AsyncGenerator<string> {
  // Bodies are JSON, in which quotes and line breaks are escaped.
  const wanted = JSON.stringify(text).slice(1, -1).toLowerCase();
  const turn = new Turn();
  let looked = 0;
  for (let after = 0, more = true; more; ) {
    const part = await store.results(run, { after, limit: PART, latest: true, bodies: true });
    const found: number[] = [];
    for (const entry of part.elements) {
      after = entry.cursor;
      looked++;
      if (contains(entry, wanted)) found.push(entry.cursor);
      if (turn.isOver) await turn.next();
    }
    more = part.more;
    if (found.length > 0) yield `${JSON.stringify({ tests: found, looked })}\n`;
  }
  yield `${JSON.stringify({ end: true, looked })}\n`;
}

function contains({ body }: Entry, wanted: string): boolean {
  if (body === undefined) return false;
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString().toLowerCase().includes(wanted);
}

/** Results to read at once; the store ends a part earlier if it has many bytes. */
const PART = 1_000;
