import { SearchTexts } from '@testpoint/report';
import type { Entry, Store } from '../database/store.js';
import { parts } from '../inspection.js';
import { Turn } from '../turn.js';
import { entryOf } from './stored-result.js';

/** Texts that contain what was searched, as lines of the answer have them. `looked`: how many results were searched so far. */
interface Hits {
  texts: string[];
  /** The `SearchKind` of each text. */
  kinds: string;
  /** The numbers of the results that have each text. */
  results: number[][];
}

/**
 * Searches what the report searches: steps, parameters, properties, links and long messages, whatever their case. Stops when the client
 * has gone.
 */
export async function* hitsIn(store: Store, run: string, text: string): AsyncGenerator<string> {
  const wanted = text.toLowerCase();
  // Bodies are JSON, in which quotes and line breaks are escaped, and names stand apart from values.
  const words = wanted.split(/:?\s+/).map((word) => JSON.stringify(word).slice(1, -1));
  const turn = new Turn();
  let looked = 0;
  for await (const { elements, more } of parts((page) => store.results(run, { ...page, latest: true, bodies: true }))) {
    const texts = new SearchTexts();
    const numbers: number[] = [];
    for (const entry of elements) {
      looked++;
      if (mayContain(entry, words)) {
        numbers.push(entry.number);
        texts.add(Buffer.from(JSON.stringify(entryOf(entry, entry.body ?? EMPTY))));
        texts.endRow();
      }
      if (turn.isOver) await turn.next();
    }
    const hits = hitsOf(texts, numbers, wanted);
    if (hits.texts.length > 0 || !more) yield `${JSON.stringify({ ...hits, looked })}\n`;
  }
}

function mayContain({ body = EMPTY }: Entry, words: readonly string[]): boolean {
  const json = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString().toLowerCase();
  // Some clients escape every character beyond ASCII, or every slash.
  return json.includes('\\u') || json.includes('\\/') || words.every((word) => json.includes(word));
}

/** @param numbers of the results that were added to `found` */
function hitsOf(found: SearchTexts, numbers: readonly number[], wanted: string): Hits {
  const hits: Hits = { texts: [], kinds: '', results: [] };
  const chunk = found.take();
  for (const [index, text] of (chunk?.texts ?? []).entries()) {
    const at = text.toLowerCase().indexOf(wanted);
    if (at < 0) continue;
    hits.texts.push(text.slice(Math.max(0, at - AROUND), at + wanted.length + AROUND).toWellFormed());
    hits.kinds += chunk?.kinds.charAt(index) ?? '';
    hits.results.push(members(chunk?.rows[index] ?? []).map((row) => numbers[row] ?? 0));
  }
  return hits;
}

/** @param runs the first row of each run, and its length */
function members(runs: readonly number[]): number[] {
  const rows: number[] = [];
  for (let at = 0; at < runs.length; at += 2) {
    for (let count = 0; count < (runs[at + 1] ?? 0); count++) rows.push((runs[at] ?? 0) + count);
  }
  return rows;
}

const EMPTY = Buffer.from('{}');
/** Characters to send before and after what was found. */
const AROUND = 100;
