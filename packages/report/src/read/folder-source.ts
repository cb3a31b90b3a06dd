import { join } from 'node:path';
import type { ResultLine } from '@testpoint/interface/codec';
import { sumOf } from '../aggregates/counts.js';
import type { SessionData } from '../format.js';
import { countOf, listOf, type Members, membersOf, parsed, textOf } from '../members.js';
import { MISSING } from '../messages.js';
import { chunkName, dataFile, readData } from '../write/data-file.js';
import { locateBelow } from './attachment-places.js';
import { readPlainFile } from './plain-file.js';
import { type ReportSource, type SourceAttachment, UnreadableSourceError } from './report-source.js';
import { countRow, type ResultRow, rowOf } from './result-row.js';
import { resultsOf, sessionFromReport } from './session-data.js';

const ITEM = '{"session":';
const ENTRY = '"entry":';
const LINE_FEED = 0x0a;
/** Of a data file, bytes. */
const LONGEST = 1024 * 1024 * 1024;

/** Position of a result's line in its chunk. */
interface LinePosition {
  chunk: number;
  start: number;
  end: number;
  files: readonly unknown[];
}

/** The results of a report folder, from the journal lines in it. */
export class FolderSource implements ReportSource {
  readonly sessions: readonly SessionData[];
  readonly place: string;
  readonly #resultChunks: number;
  /** Maps a session's index in the report to that in `sessions`. */
  readonly #indexes: readonly (number | undefined)[];
  /** How many results each session had. */
  readonly #expected: readonly number[];
  readonly #places: LinePosition[] = [];
  /** The last chunk read. */
  #chunk: { number: number; bytes: Buffer } | undefined;

  /**
   * @param isWanted whether to include a session
   * @throws UnreadableSourceError if the folder's data can't be read
   */
  constructor(directory: string, isWanted: (session: SessionData) => boolean = () => true) {
    this.place = directory;
    const run = membersOf(readValue(join(directory, dataFile('run')), 'run'));
    this.#resultChunks = countOf(run.resultChunks) ?? 0;
    const sessions: SessionData[] = [];
    const expected: number[] = [];
    this.#indexes = listOf(run.sessions).map((item) => {
      const session = sessionFromReport(membersOf(item));
      if (!isWanted(session)) return undefined;
      expected.push(resultsOf(membersOf(item)));
      return sessions.push(session) - 1;
    });
    this.sessions = sessions;
    this.#expected = expected;
  }

  *rows(): Generator<ResultRow> {
    for (let chunk = 1; chunk <= this.#resultChunks; chunk++) {
      const bytes = this.#tryToRead(chunk);
      if (bytes === undefined) continue;
      for (const { header, start, end } of itemsIn(bytes)) {
        const session = this.#indexes[countOf(header.session) ?? -1];
        const data = session === undefined ? undefined : this.sessions[session];
        if (session === undefined || data === undefined) continue;
        const row = rowOf(parsed(bytes.toString('utf8', start, end)), session, this.#places.length);
        if (row === undefined) {
          data.missingResults++;
          continue;
        }
        this.#places.push({ chunk, start, end, files: listOf(header.files) });
        countRow(data.counts, row);
        yield row;
      }
    }
    for (const [index, session] of this.sessions.entries()) {
      const missing = (this.#expected[index] ?? 0) - sumOf(session.counts);
      session.missingResults = Math.max(session.missingResults, missing);
    }
  }

  read(place: number): Buffer {
    const at = this.#places[place];
    if (at === undefined) throw new RangeError(`there is no result ${place}`);
    return this.#read(at.chunk).subarray(at.start, at.end);
  }

  attachments(place: number, { attachments }: Pick<ResultLine, 'attachments'>): SourceAttachment[] {
    const files = this.#places[place]?.files ?? [];
    return attachments.map(({ name, contentType }, index) => {
      const { path, missing } = membersOf(files[index]);
      const found =
        typeof path === 'string' ? locateBelow(this.place, path) : { missing: textOf(missing) || MISSING.earlier };
      return { name, contentType, ...found };
    });
  }

  close(): void {
    this.#chunk = undefined;
  }

  /** Undefined for a chunk that can't be read: its results are missing. */
  #tryToRead(number: number): Buffer | undefined {
    try {
      return this.#read(number);
    } catch {
      return undefined;
    }
  }

  #read(number: number): Buffer {
    if (this.#chunk?.number !== number) {
      const path = join(this.place, dataFile(chunkName('results', number)));
      this.#chunk = { number, bytes: readPlainFile(path, LONGEST) };
    }
    return this.#chunk.bytes;
  }
}

/** Each item of a chunk: its header line, and the position of the journal line after it. */
function* itemsIn(bytes: Buffer): Generator<{ header: Members; start: number; end: number }> {
  for (let start = 0; start < bytes.length; ) {
    const end = lineEnd(bytes, start);
    const text = bytes.toString('utf8', start, end);
    start = end + 1;
    if (!text.startsWith(ITEM) || !text.endsWith(ENTRY)) continue;
    const entryEnd = lineEnd(bytes, start);
    yield { header: parsed(`${text}null}`), start, end: entryEnd };
    start = entryEnd + 1;
  }
}

function lineEnd(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(LINE_FEED, from);
  return end < 0 ? bytes.length : end;
}

function readValue(path: string, name: string): unknown {
  try {
    return readData(readPlainFile(path, LONGEST).toString(), name);
  } catch (error) {
    throw new UnreadableSourceError(`${path} can't be read: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}
