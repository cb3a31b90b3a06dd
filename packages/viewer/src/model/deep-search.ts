import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { RunData, SearchChunk, SearchKind } from '@testpoint/report/format';
import type { Source } from '../data/source.js';
import { fold, TextColumn } from '../data/text-column.js';
import { visible } from '../text/visible.js';

/** Where a row contains a term, if not in the table. */
export interface Hit {
  /** Such as `step`. */
  where: string;
  /** The text around the term; '' for a hit after the first ones. */
  text: string;
}

interface Found {
  rows: Uint8Array;
  kinds: Map<number, string>;
  texts: Map<number, string>;
  isComplete: boolean;
}

const WORDS: Record<SearchKind, string> = {
  s: 'step',
  p: 'parameter',
  r: 'property',
  l: 'link',
  o: 'output',
  m: 'message',
};
/** A shorter term is in nearly every result. */
const SHORTEST = 2;
/** How long to wait for the next keystroke, milliseconds. */
const PATIENCE = 120;
/** How often to show new hits, milliseconds: each time, the list is made again. */
const SHOW_EVERY = 250;
/** For how many hits to keep the text. */
const TEXTS_KEPT = 1_000;
const KEPT = 8;
const AROUND = 40;

/** Searches the steps, parameters, properties, links, output and long messages of all results, one chunk at a time. */
export class DeepSearch {
  readonly #source: Source;
  readonly #run: RunData;
  /** By term; the last ones stay. */
  readonly #found = new Map<string, Found>();
  readonly #hits: Signal<number> = signal(0);
  readonly #progress: Signal<number | undefined> = signal(undefined);
  /** Why a part can't be searched; empty if there is no problem. */
  readonly problem: Signal<string> = signal('');
  #search = 0;

  constructor(source: Source, run: RunData) {
    this.#source = source;
    this.#run = run;
  }

  /** Whether there is anything to search besides the table. */
  get isPossible(): boolean {
    return this.#source.search !== undefined && (this.#run.searchChunks ?? 0) > 0;
  }

  /** Changes when there are new hits. */
  get hits(): ReadonlySignal<number> {
    return this.#hits;
  }

  /** The searched part, from 0 to 1; undefined if no search goes on. */
  get progress(): ReadonlySignal<number | undefined> {
    return this.#progress;
  }

  /** Searches for other terms. @param terms folded */
  async start(terms: readonly string[]): Promise<void> {
    const search = ++this.#search;
    this.#progress.value = undefined;
    this.problem.value = '';
    const open = terms.filter((term) => term.length >= SHORTEST && this.#found.get(term)?.isComplete !== true);
    if (!this.isPossible || open.length === 0) return;
    this.#progress.value = 0;
    await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    const isCurrent = () => search === this.#search;
    if (!isCurrent()) return;
    for (const term of open) this.#begin(term);
    const isWhole = await this.#searchAll(open, isCurrent);
    if (!isCurrent()) return;
    for (const term of open) (this.#found.get(term) ?? { isComplete: false }).isComplete = isWhole;
    this.#progress.value = undefined;
    this.#hits.value++;
  }

  /** Ends the search; its hits stay. */
  stop(): void {
    this.#search++;
    this.#progress.value = undefined;
  }

  /** The rows that contain a term outside of the table; undefined if it was not searched. */
  rows(term: string): Uint8Array | undefined {
    return this.#found.get(term)?.rows;
  }

  hit(row: number, term: string): Hit | undefined {
    const found = this.#found.get(term);
    if (found?.rows[row] !== 1) return undefined;
    return { where: found.kinds.get(row) ?? 'details', text: found.texts.get(row) ?? '' };
  }

  async #searchAll(terms: readonly string[], isCurrent: () => boolean): Promise<boolean> {
    const { searchChunks: chunks = 0 } = this.#run;
    let [hits, shownHits, shownAt, isWhole] = [0, 0, performance.now(), true];
    // The next chunk is loaded while this one is searched.
    let next = this.#load(1);
    for (let chunk = 1; chunk <= chunks; chunk++) {
      const texts = await next;
      if (!isCurrent()) return false;
      if (chunk < chunks) next = this.#load(chunk + 1);
      if (texts === undefined) isWhole = false;
      else hits += this.#searchIn(texts, terms);
      const now = performance.now();
      if (hits > shownHits && (shownHits === 0 || now - shownAt > SHOW_EVERY)) {
        [shownHits, shownAt] = [hits, now];
        this.#hits.value++;
      }
      this.#progress.value = chunk / chunks;
    }
    return isWhole;
  }

  /** Undefined for a chunk that can't be read. */
  async #load(chunk: number): Promise<SearchChunk | undefined> {
    try {
      return await this.#source.search?.(chunk);
    } catch (error) {
      this.problem.value = error instanceof Error ? error.message : 'Cannot search some results.';
      return undefined;
    }
  }

  #begin(term: string): void {
    this.#found.delete(term);
    this.#found.set(term, {
      rows: new Uint8Array(this.#run.rows),
      kinds: new Map(),
      texts: new Map(),
      isComplete: false,
    });
    for (const oldest of this.#found.keys()) {
      if (this.#found.size <= KEPT) break;
      this.#found.delete(oldest);
    }
  }

  /** @returns how many rows it found */
  #searchIn({ first, texts, kinds, rows }: SearchChunk, terms: readonly string[]): number {
    const column = new TextColumn(texts.map((text) => visible(typeof text === 'string' ? text : '')));
    let hits = 0;
    for (const term of terms) {
      const found = this.#found.get(term);
      if (found === undefined) continue;
      column.find(term, (index) => {
        const runs = rows[index] ?? [];
        const where = WORDS[kinds.charAt(index) as SearchKind] ?? 'details';
        for (let at = 0; at < runs.length; at += 2) {
          const [from = 0, count = 0] = [runs[at], runs[at + 1]];
          for (let row = first + from; row < Math.min(first + from + count, found.rows.length); row++) {
            if (found.rows[row] === 1) continue;
            found.rows[row] = 1;
            hits++;
            if (found.texts.size >= TEXTS_KEPT) continue;
            found.kinds.set(row, where);
            found.texts.set(row, around(column.at(index), term));
          }
        }
      });
    }
    return hits;
  }
}

function around(text: string, term: string): string {
  const at = Math.max(0, fold(text).indexOf(term));
  const [start, end] = [Math.max(0, at - AROUND), at + term.length + AROUND];
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}
