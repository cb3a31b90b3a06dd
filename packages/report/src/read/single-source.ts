import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPORT_FORMAT, type SessionData } from '../format.js';
import { countOf, listOf, type Members, membersOf, numberOf, textOf } from '../members.js';
import { readPlainFile } from './plain-file.js';
import { type ReportSource, type SourceAttachment, UnreadableSourceError } from './report-source.js';
import { countRow, type ResultRow, rowOf } from './result-row.js';
import { sessionFromReport } from './session-data.js';

/** Maximum size, bytes: that of its attachments, and of the data of some 300,000 results. */
const LONGEST = 1024 * 1024 * 1024;
const END = '</script>';

interface Entry {
  line: string;
  files: readonly unknown[];
}

/** The results of a report in one file. */
export class SingleSource implements ReportSource {
  readonly place: string;
  readonly sessions: readonly SessionData[];
  readonly #html: string;
  readonly #places: Entry[] = [];
  readonly #resultChunks: number;
  /** Holds attachments that were asked for. */
  #folder: string | undefined;
  #attachments = 0;

  /** @throws UnreadableSourceError for a file that is no report of this format */
  constructor(path: string) {
    this.place = path;
    try {
      this.#html = readPlainFile(path, LONGEST).toString('utf8');
      const run = membersOf(this.#value('run'));
      if (run.format !== REPORT_FORMAT) {
        throw new Error(`it is a report in format ${run.format}, and this version knows only format ${REPORT_FORMAT}`);
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
      for (const item of listOf(this.#value(`results-${chunk}`))) {
        const { session, entry, files } = membersOf(item);
        const index = numberOf(session) ?? -1;
        const data = this.sessions[index];
        const row = rowOf(membersOf(entry), index, this.#places.length);
        if (data === undefined || row === undefined) continue;
        this.#places.push({ line: JSON.stringify(entry), files: listOf(files) });
        countRow(data.counts, row);
        yield row;
      }
    }
  }

  read(place: number): Buffer {
    return Buffer.from(this.#places[place]?.line ?? '{}');
  }

  attachments(place: number, { attachments }: Members): SourceAttachment[] {
    const files = this.#places[place]?.files ?? [];
    return listOf(attachments).map((item, index) => {
      const { name, contentType } = membersOf(item);
      return { name: textOf(name), contentType: textOf(contentType), ...this.#file(membersOf(files[index])) };
    });
  }

  close(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }

  /** The content of an attachment, written to a temporary file. */
  #file({ path, text, missing }: Members): Pick<SourceAttachment, 'path' | 'missing'> {
    const block = typeof path === 'string' ? this.#block(path) : undefined;
    const content = typeof text === 'string' ? Buffer.from(text) : block && Buffer.from(block, 'base64');
    if (content === undefined) return { missing: textOf(missing) || 'it is not in the report' };
    this.#folder ??= mkdtempSync(join(tmpdir(), 'testpoint-single-'));
    const file = join(this.#folder, `${++this.#attachments}`);
    writeFileSync(file, content);
    return { path: file };
  }

  #value(id: string): unknown {
    const block = this.#block(id);
    if (block === undefined) throw new Error(`block ${id} is missing`);
    return JSON.parse(block);
  }

  /** The text of a block. No text in it can end it. */
  #block(id: string): string | undefined {
    const name = `id=${JSON.stringify(id)}>`;
    const start = this.#html.indexOf(name);
    const end = start < 0 ? -1 : this.#html.indexOf(END, start);
    return end < 0 ? undefined : this.#html.slice(start + name.length, end);
  }
}
