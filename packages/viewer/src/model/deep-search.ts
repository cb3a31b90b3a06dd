import { type Signal, signal } from '@preact/signals';
import type { RunData, SearchChunk, SearchKind } from '@testpoint/report/format';
import type { FoundTexts } from '../data/source.js';
import { fold, TextColumn } from '../data/text-column.js';
import { visible } from '../text/visible.js';
import type { RunState } from './run-state.js';

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
  d: 'details',
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
const NO_TEXTS: SearchChunk = { first: 0, texts: [], kinds: '', rows: [] };

/** Searches the steps, parameters, properties, links, output and long messages of all results, one part at a time. */
export class DeepSearch {
  readonly #data: RunState;
  /** The run that the hits are from. */
  #run: RunData;
  /** By term; the last ones stay. */
  readonly #found = new Map<string, Found>();
  /** Changes when there are new hits. */
  readonly hits: Signal<number> = signal(0);
  /** The searched part, from 0 to 1; undefined if no search goes on. */
  readonly progress: Signal<number | undefined> = signal(undefined);
  /** Why a part can't be searched; empty if there is no problem. */
  readonly problem: Signal<string> = signal('');
  #search = new AbortController();

  constructor(data: RunState) {
    this.#data = data;
    this.#run = data.run;
  }

  /** Whether there is anything to search besides the table. */
  get isPossible(): boolean {
    return this.#data.source.find !== undefined || this.#hasChunks;
  }

  /** What is searched besides the table. A server has output only as attachments. */
  get subject(): string {
    return this.#hasChunks ? 'steps and output' : 'steps';
  }

  get #hasChunks(): boolean {
    return this.#data.source.search !== undefined && (this.#data.run.searchChunks ?? 0) > 0;
  }

  /** Searches for other terms, or in another run. @param terms folded */
  async start(terms: readonly string[]): Promise<void> {
    this.stop();
    if (this.#run !== this.#data.run) this.#found.clear();
    this.#run = this.#data.run;
    const { signal } = this.#search;
    this.problem.value = '';
    const open = terms.filter((term) => term.length >= SHORTEST && this.#found.get(term)?.isComplete !== true);
    if (!this.isPossible || open.length === 0) return;
    this.progress.value = 0;
    await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    if (signal.aborted) return;
    for (const term of open) this.#begin(term);
    await this.#searchAll(open, signal);
    if (signal.aborted) return;
    const isComplete = this.problem.peek() === '';
    for (const term of open) Object.assign(this.#found.get(term) ?? {}, { isComplete });
    this.progress.value = undefined;
    this.hits.value++;
  }

  /** Ends the search; its hits stay. */
  stop(): void {
    this.#search.abort();
    this.#search = new AbortController();
    this.progress.value = undefined;
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

  async #searchAll(terms: readonly string[], signal: AbortSignal): Promise<void> {
    let [hits, shownHits, shownAt] = [0, 0, performance.now()];
    try {
      for await (const { chunk, done } of this.#hasChunks ? this.#chunks() : this.#asked(terms, signal)) {
        if (signal.aborted) return;
        hits += this.#searchIn(chunk, terms);
        const now = performance.now();
        if (hits > shownHits && (shownHits === 0 || now - shownAt > SHOW_EVERY)) {
          [shownHits, shownAt] = [hits, now];
          this.hits.value++;
        }
        this.progress.value = done;
      }
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
  }

  /** All texts of the report. A chunk that can't be read is left out. */
  async *#chunks(): AsyncGenerator<FoundTexts> {
    const { searchChunks: chunks = 0 } = this.#run;
    const load = async (chunk: number) => {
      try {
        return await this.#data.source.search?.(chunk);
      } catch (error) {
        return this.#fail(error);
      }
    };
    // The next chunk is loaded while this one is searched.
    let next = load(1);
    for (let number = 1; number <= chunks; number++) {
      const chunk = (await next) ?? NO_TEXTS;
      if (number < chunks) next = load(number + 1);
      yield { chunk, done: number / chunks };
    }
  }

  /** The texts with these terms that the source finds. */
  async *#asked(terms: readonly string[], signal: AbortSignal): AsyncGenerator<FoundTexts> {
    for (const [index, term] of terms.entries()) {
      for await (const { chunk, done } of this.#data.source.find?.(term, signal) ?? []) {
        yield { chunk, done: (index + done) / terms.length };
      }
    }
  }

  #fail(error: unknown): undefined {
    this.problem.value = error instanceof Error ? error.message : 'Cannot search some results.';
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
