import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResultLine } from '@testpoint/interface/codec';
import { REPORT_FORMAT, type SessionData } from '../format.js';
import { countOf, listOf, type Members, membersOf, numberOf, textOf } from '../members.js';
import { MISSING, otherSingle } from '../messages.js';
import { chunkName } from '../write/data-file.js';
import { readPlainFile } from './plain-file.js';
import { type ReportSource, type SourceAttachment, UnreadableSourceError } from './report-source.js';
import { countRow, type ResultRow, rowOf } from './result-row.js';
import { sessionFromReport } from './session-data.js';

/** Maximum size, bytes: that of its attachments, and of the data of some 300,000 results. */
const LONGEST = 1024 * 1024 * 1024;
const BLOCK = '<script ';
const END = '</script>';

/** Position of a result in a chunk. */
interface ItemPosition {
  chunk: number;
  index: number;
}

/** The results of a report in one file. */
export class SingleSource implements ReportSource {
  readonly place: string;
  readonly sessions: readonly SessionData[];
  readonly #html: Buffer;
  readonly #blocks = new Map<string, { start: number; end: number }>();
  readonly #places: ItemPosition[] = [];
  readonly #resultChunks: number;
  /** The last chunk read. */
  #chunk: { number: number; items: readonly unknown[] } | undefined;
  /** Holds attachments that were asked for. */
  #folder: string | undefined;
  #attachments = 0;

  /** @throws UnreadableSourceError for a file that is no report of this format */
  constructor(path: string) {
    this.place = path;
    try {
      this.#html = readPlainFile(path, LONGEST);
      this.#findBlocks();
      const run = membersOf(this.#value('run'));
      if (run.format !== REPORT_FORMAT) {
        throw new Error(otherSingle(run.format, REPORT_FORMAT));
      }
      this.sessions = listOf(run.sessions).map((session) => sessionFromReport(membersOf(session)));
      this.#resultChunks = countOf(run.resultChunks) ?? 0;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new UnreadableSourceError(`${path} can't be read: ${why}`, { cause: error });
    }
  }

  *rows(): Generator<ResultRow> {
    for (let chunk = 1; chunk <= this.#resultChunks; chunk++) {
      for (const [index, item] of this.#items(chunk).entries()) {
        const { session, entry } = membersOf(item);
        const number = numberOf(session) ?? -1;
        const data = this.sessions[number];
        const row = rowOf(entry, number, this.#places.length);
        if (data === undefined || row === undefined) continue;
        this.#places.push({ chunk, index });
        countRow(data.counts, row);
        yield row;
      }
    }
  }

  read(place: number): Buffer {
    return Buffer.from(JSON.stringify(this.#item(place).entry));
  }

  attachments(place: number, { attachments }: Pick<ResultLine, 'attachments'>): SourceAttachment[] {
    const files = listOf(this.#item(place).files);
    return attachments.map(({ name, contentType }, index) => ({
      ...{ name, contentType },
      ...this.#file(membersOf(files[index])),
    }));
  }

  close(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
    this.#chunk = undefined;
  }

  /** The content of an attachment, written to a temporary file. */
  #file({ path, text, missing }: Members): Pick<SourceAttachment, 'path' | 'missing'> {
    const block = typeof path === 'string' ? this.#block(path) : undefined;
    const content =
      typeof text === 'string' ? Buffer.from(text) : block && Buffer.from(block.toString('latin1'), 'base64');
    if (content === undefined) return { missing: textOf(missing) || MISSING.gone };
    this.#folder ??= mkdtempSync(join(tmpdir(), 'testpoint-single-'));
    const file = join(this.#folder, `${++this.#attachments}`);
    writeFileSync(file, content);
    return { path: file };
  }

  #item(place: number): Members {
    const at = this.#places[place];
    if (at === undefined) throw new RangeError(`there is no result ${place}`);
    return membersOf(this.#items(at.chunk)[at.index]);
  }

  #items(number: number): readonly unknown[] {
    if (this.#chunk?.number !== number)
      this.#chunk = { number, items: listOf(this.#value(chunkName('results', number))) };
    return this.#chunk.items;
  }

  #value(id: string): unknown {
    const block = this.#block(id);
    if (block === undefined) throw new Error(`block ${id} is missing`);
    return JSON.parse(block.toString());
  }

  #block(id: string): Buffer | undefined {
    const found = this.#blocks.get(id);
    return found && this.#html.subarray(found.start, found.end);
  }

  /** No text in a block can end it. */
  #findBlocks(): void {
    const html = this.#html;
    for (let at = html.indexOf(BLOCK); at >= 0; ) {
      const start = html.indexOf('>', at) + 1;
      const end = html.indexOf(END, start);
      if (end < 0) return;
      const id = / id="([^"]*)"/.exec(html.toString('latin1', at, start))?.[1];
      if (id !== undefined) this.#blocks.set(id, { start, end });
      at = html.indexOf(BLOCK, end);
    }
  }
}
