import { readSync } from 'node:fs';
import { dirname } from 'node:path';
import { ENTRIES, isObject, type ResultLine, read, readEntry } from '@testpoint/interface/codec';
import {
  countRow,
  type ReportSource,
  type ResultRow,
  rowOf,
  type SessionData,
  type SourceAttachment,
  sessionFromJournal,
  UnreadableSourceError,
} from '@testpoint/report';
import type { HeldFile } from '../built-ins/held-file.js';
import { JOURNAL_FORMAT } from '../outbox/format/entries.js';
import type { JournalLine } from '../outbox/format/journal-line.js';
import { heldFiles } from '../outbox/format/plain-files.js';
import type { SessionFiles } from '../outbox/format/session-files.js';
import { locateAttachment } from '../outbox/read/attachment-files.js';
import { JournalLines } from '../outbox/read/journal-lines.js';
import { type CountingLine, ResultFold } from '../outbox/read/result-fold.js';
import { sessionName } from '../outbox/read/sessions.js';
import { notASession, truncated } from './messages.js';

/** A parsed line. */
type Parsed = Readonly<Record<string, unknown>>;

const NONE: readonly CountingLine<ResultRow>[] = [];

/** The results of one session's journal, finished or not. The same ones count as in delivery. */
export class JournalSource implements ReportSource {
  readonly sessions: readonly [SessionData];
  readonly root: string;
  readonly place: string;
  readonly #files: SessionFiles;
  readonly #lines: JournalLines;
  readonly #file: HeldFile;
  readonly #isOwn: boolean;
  readonly #offsets: number[] = [];
  readonly #lengths: number[] = [];
  /** Numbers of the lines, by position. */
  readonly #sequences: number[] = [];
  readonly #fold = new ResultFold<ResultRow>();

  /**
   * @param root folder of the suite. Default: the folder of its outbox
   * @throws UnreadableSourceError if the journal does not begin with a session
   */
  constructor(files: SessionFiles, root = dirname(dirname(files.directory))) {
    this.#files = files;
    this.root = root;
    this.place = files.directory;
    this.#file = files.descriptors?.journal ?? heldFiles.hold(files.journal, 'read');
    this.#isOwn = files.descriptors === undefined;
    this.#lines = new JournalLines(this.#file);
    this.#lines.stopGrowing();
    const first = this.#lines.next();
    const session = first === undefined ? undefined : sessionOf(parsed(first), sessionName(files.directory));
    if (session === undefined) {
      this.close();
      throw new UnreadableSourceError(notASession(files.journal));
    }
    this.sessions = [session];
  }

  *rows(): Generator<ResultRow> {
    const [session] = this.sessions;
    for (let line = this.#lines.next(); line !== undefined; line = this.#lines.next()) {
      for (const counting of this.#take(line)) yield this.#counted(counting);
    }
    for (const counting of this.#fold.rest()) yield this.#counted(counting);
    session.unreadableLines = this.#lines.damage.unreadable;
  }

  read(place: number): Buffer {
    const length = this.#lengths[place] ?? 0;
    const bytes = Buffer.allocUnsafe(length);
    const descriptor = heldFiles.descriptorOf(this.#file);
    for (let read = 0; read < length; ) {
      const count = readSync(descriptor, bytes, read, length - read, (this.#offsets[place] ?? 0) + read);
      if (count === 0) throw new UnreadableSourceError(truncated(this.#files.journal));
      read += count;
    }
    return bytes;
  }

  attachments(_place: number, { attachments }: Pick<ResultLine, 'attachments'>): SourceAttachment[] {
    return attachments.map(({ file, name, contentType }) => {
      return { name, contentType, ...locateAttachment(this.#files.attachments, file) };
    });
  }

  close(): void {
    this.#lines.close();
    if (this.#isOwn) heldFiles.release(this.#file);
  }

  /** The lines whose rows count because of this one. */
  #take(line: JournalLine): readonly CountingLine<ResultRow>[] {
    const { sequence } = line;
    const entry = parsed(line);
    switch (entry.kind) {
      case 'result':
      case 'provisional': {
        const row = this.#rowOf(line, entry);
        // If the result itself is unreadable, the last provisional one replaces it.
        const head = { ...read(ENTRIES.result, entry, ['key', 'corrects']), kind: entry.kind };
        const counting = row && this.#fold.take(head, sequence, row);
        return counting === undefined ? NONE : [counting];
      }
      case 'settled': {
        const settled = readEntry(entry);
        if (settled?.kind !== 'settled') break;
        return this.#fold.settle(settled, sequence);
      }
      case 'end':
        this.#end(entry);
        return NONE;
      case 'note':
        this.#note(entry);
        return NONE;
      case 'plan':
        return NONE;
    }
    this.#lines.setAside();
    return NONE;
  }

  /** Adds a row to the counts. One that corrects an earlier one removes that. */
  #counted({ value: row, corrects }: CountingLine<ResultRow>): ResultRow {
    const { counts } = this.sessions[0];
    countRow(counts, row);
    const place = corrects === undefined ? -1 : this.#sequences.lastIndexOf(corrects);
    if (place < 0) return row;
    const first = rowOf(JSON.parse(this.read(place).toString('utf8')), 0, place);
    if (first !== undefined) countRow(counts, first, -1);
    return { ...row, corrects: place };
  }

  #rowOf({ sequence, offset, length }: JournalLine, entry: unknown): ResultRow | undefined {
    const row = rowOf(entry, 0, this.#offsets.length, this.root);
    if (row === undefined || offset === undefined) {
      this.#lines.setAside();
      return undefined;
    }
    this.#offsets.push(offset);
    this.#lengths.push(length);
    this.#sequences.push(sequence);
    return row;
  }

  #end(entry: unknown): void {
    const [session] = this.sessions;
    const { endedAt, interrupted } = read(ENTRIES.end, entry);
    session.end = interrupted === true ? 'interrupted' : 'complete';
    if (endedAt !== undefined) session.endedAt = endedAt;
  }

  #note(entry: unknown): void {
    const [session] = this.sessions;
    const { problem, warning, otherFailure } = read(ENTRIES.note, entry);
    if (problem !== undefined) session.problems.push(problem);
    if (warning !== undefined) session.warnings.push(warning);
    if (otherFailure !== undefined) session.otherFailure = otherFailure;
  }
}

/** Undefined for an unknown type of line. */
function sessionOf(entry: Parsed, id: string): SessionData | undefined {
  return entry.kind === 'session' && entry.format === JOURNAL_FORMAT ? sessionFromJournal(entry, id) : undefined;
}

/** Empty for an unknown type of line. A sealed line is complete, because number and checksum are members as well. */
function parsed({ bytes, start, length }: JournalLine): Parsed {
  try {
    const entry: unknown = JSON.parse(bytes.toString('utf8', start, start + length));
    return isObject(entry) ? entry : {};
  } catch {
    return {};
  }
}
