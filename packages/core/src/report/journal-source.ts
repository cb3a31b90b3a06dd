import { readSync } from 'node:fs';
import { dirname } from 'node:path';
import type { HeldFile } from '../built-ins/held-file.js';
import type { JournalLine } from '../outbox/format/line.js';
import { heldFiles } from '../outbox/format/plain-files.js';
import type { SessionFiles } from '../outbox/format/session-files.js';
import { locateAttachment } from '../outbox/read/attachment-files.js';
import { readCommon } from '../outbox/read/decode-entry.js';
import { JournalLines } from '../outbox/read/journal-lines.js';
import { SequenceSet } from '../outbox/read/sequence-set.js';
import { sessionName } from '../outbox/read/sessions.js';
import type { SessionData } from './format.js';
import { countOf, listOf, type Members, membersOf, numberOf, textOf } from './members.js';
import { type ReportSource, type SourceAttachment, UnreadableSourceError } from './report-source.js';
import { countRow, type ResultRow, rowOf } from './result-row.js';
import { sessionFromJournal } from './session-data.js';

/** An attempt whose test has no result yet. */
interface OpenAttempt {
  row: ResultRow;
  /** Number of its line. */
  sequence: number;
}

/** The results of one session's journal, finished or not. Attempts without a result count as they do in delivery. */
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
  readonly #attempts = new Map<number, OpenAttempt>();
  /** Keys of tests whose result was read. */
  readonly #closed = new SequenceSet();
  /** Lines of attempts that a promotion named before they appeared. */
  readonly #promotedEarly = new Set<number>();

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
    this.#lines = new JournalLines(this.#file, new SequenceSet());
    this.#lines.stopGrowing();
    const first = this.#lines.next();
    const session = first === undefined ? undefined : sessionFromJournal(parsed(first), sessionName(files.directory));
    if (session === undefined) {
      this.close();
      throw new UnreadableSourceError(`${files.journal} does not start with a session that this version can read`);
    }
    this.sessions = [session];
  }

  *rows(): Generator<ResultRow> {
    const [session] = this.sessions;
    for (let line = this.#lines.next(); line !== undefined; line = this.#lines.next()) {
      const row = this.#take(line);
      if (row !== undefined) yield row;
    }
    for (const { row } of this.#attempts.values()) yield this.#counted(row);
    this.#attempts.clear();
    session.unreadableLines = this.#lines.damage.unreadable;
  }

  read(place: number): Buffer {
    const length = this.#lengths[place] ?? 0;
    const bytes = Buffer.allocUnsafe(length);
    const descriptor = heldFiles.descriptorOf(this.#file);
    for (let read = 0; read < length; ) {
      const count = readSync(descriptor, bytes, read, length - read, (this.#offsets[place] ?? 0) + read);
      if (count === 0) throw new UnreadableSourceError(`${this.#files.journal} was truncated while it was being read`);
      read += count;
    }
    return bytes;
  }

  attachments(_place: number, { attachments }: Members): SourceAttachment[] {
    return listOf(attachments).map((item) => {
      const { file, name, contentType } = membersOf(item);
      const found = locateAttachment(this.#files.attachments, textOf(file));
      return { name: textOf(name), contentType: textOf(contentType), ...found };
    });
  }

  close(): void {
    this.#lines.close();
    if (this.#isOwn) heldFiles.release(this.#file);
  }

  #take(line: JournalLine): ResultRow | undefined {
    const common = readCommon(line);
    if (common?.kind === 'promote') return this.#promote(common.key, common.attempt);
    const entry = parsed(line);
    switch (entry.kind) {
      case 'result':
        return this.#result(line, entry);
      case 'attempt':
        return this.#attempt(line, entry);
      case 'end':
        this.#end(entry);
        return undefined;
      case 'plan':
        this.#note(membersOf(entry.note));
        return undefined;
    }
    this.#lines.setAside();
    return undefined;
  }

  #result(line: JournalLine, entry: Members): ResultRow | undefined {
    const row = this.#rowOf(line, entry);
    const key = countOf(entry.key);
    // If the result itself is unreadable, the last attempt replaces it.
    if (row !== undefined && key !== undefined) this.#close(key);
    return row && this.#counted(this.#corrected(row, entry));
  }

  #attempt(line: JournalLine, entry: Members): ResultRow | undefined {
    const key = countOf(entry.key);
    const row = key === undefined ? undefined : this.#rowOf(line, entry);
    if (key === undefined || row === undefined) return undefined;
    const { sequence } = line;
    if (this.#promotedEarly.delete(sequence)) {
      this.#close(key);
      return this.#counted(row);
    }
    const before = this.#attempts.get(key);
    const isLatest = before === undefined || before.sequence < sequence;
    if (isLatest && !this.#closed.has(key)) this.#attempts.set(key, { row, sequence });
    return undefined;
  }

  #promote(key: number, attempt: number): ResultRow | undefined {
    const open = this.#attempts.get(key);
    if (open !== undefined && attempt === open.sequence) {
      this.#close(key);
      return this.#counted(open.row);
    }
    this.#promotedEarly.add(attempt);
    return undefined;
  }

  /** A row that replaces an earlier one removes it from the counts. */
  #corrected(row: ResultRow, { corrects }: Members): ResultRow {
    if (corrects === undefined) return row;
    const place = this.#sequences.lastIndexOf(countOf(corrects) ?? -1);
    if (place < 0) return row;
    const first = rowOf(membersOf(JSON.parse(this.read(place).toString('utf8'))), 0, place);
    if (first !== undefined) countRow(this.sessions[0].counts, first, -1);
    return { ...row, corrects: place };
  }

  #close(key: number): void {
    this.#attempts.delete(key);
    this.#closed.add(key);
  }

  #rowOf({ sequence, offset, length }: JournalLine, entry: Members): ResultRow | undefined {
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

  #counted(row: ResultRow): ResultRow {
    countRow(this.sessions[0].counts, row);
    return row;
  }

  #end({ endedAt, interrupted }: Members): void {
    const [session] = this.sessions;
    session.end = interrupted === true ? 'interrupted' : 'complete';
    const time = numberOf(endedAt);
    if (time !== undefined) session.endedAt = time;
  }

  #note({ problem, warning }: Members): void {
    const [session] = this.sessions;
    const { title, detail } = membersOf(problem);
    if (typeof title === 'string') session.problems.push({ title, ...(typeof detail === 'string' && { detail }) });
    if (typeof warning === 'string') session.warnings.push(warning);
  }
}

/** Empty for an unknown type of line. A sealed line is complete, because number and checksum are members as well. */
function parsed({ bytes, start, length }: JournalLine): Members {
  try {
    return membersOf(JSON.parse(bytes.toString('utf8', start, start + length)));
  } catch {
    return {};
  }
}
