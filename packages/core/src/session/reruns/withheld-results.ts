import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { env } from '../../built-ins/at-load.js';
import { create, each, parseJson, weakAdd, weakHas } from '../../built-ins/language.js';
import { toJson } from '../../built-ins/plain-json.js';
import type { SuiteName } from '../../in-test/selection.js';
import type { AttachmentRecord, KeptFile, TestRecord } from '../../model.js';
import type { SessionEntry } from '../../outbox/format/entries.js';
import { plainFiles } from '../../outbox/format/plain-files.js';
import {
  RERUN_VARIABLE,
  type Rerun,
  readWithheld,
  type WithheldTest,
  withheldFolder,
  withheldKey,
  withheldPath,
} from '../../outbox/format/rerun.js';
import { type SessionFiles, sessionFiles } from '../../outbox/format/session-files.js';
import { SessionLock } from '../../outbox/lock/lock.js';
import { nextNumber, readLocks } from '../../outbox/lock/lock-file.js';
import { AttachmentStore } from '../../outbox/write/attachments.js';
import { type Journal, reopenJournal } from '../../outbox/write/journal.js';
import { makeFolders } from '../../outbox/write/new-session.js';
import { couldNotBeRead } from '../../result/attachment-messages.js';
import { type Mapping, mask } from '../../result/mapping.js';
import { eachAttachment, keepFile, RecordWriter } from '../recording/record-writer.js';
import type { WrittenLine } from '../recording/recorded-result.js';
import { isBad } from './last-run-file.js';

const no = (): boolean => false;
const { parseInt: toInteger } = Number;

interface Parts {
  journal: Journal;
  attachments: AttachmentStore;
  writer: RecordWriter;
}

interface Known {
  key: number;
  /** The test in earlier rounds; undefined if it first failed in this one. */
  earlier: TestRecord | undefined;
}

/**
 * The results of failed tests while `testpoint exec` runs these again. They are provisional, in a session of their own that
 * no process delivers before `exec` or a flush does, and which the suite continues in each round. So the service gets one
 * result from all attempts.
 */
export class WithheldResults {
  /** Number of this round's results. */
  total = 0;
  /** How many of them are not final, because their tests are to run again. */
  waiting = 0;
  readonly #isLast: boolean;
  readonly #files: SessionFiles;
  readonly #ofSession: string;
  readonly #firstLine: () => SessionEntry;
  readonly #mapping: Mapping;
  readonly #tests: Record<string, Known> = create(null);
  /** Attachments whose files are in the folder. */
  readonly #kept = new WeakSet<KeptFile>();
  #lastKey = 0;
  #parts: Parts | undefined;

  /**
   * @param session of the suite; its attachments may be those of a withheld result
   * @param firstLine makes the first line of the journal
   */
  constructor(rerun: Rerun, suite: SuiteName, session: SessionFiles, firstLine: () => SessionEntry, mapping: Mapping) {
    this.#isLast = rerun.isLast;
    const { hash } = process.getBuiltinModule('node:crypto');
    const directory = withheldFolder(rerun, suite[0], hash('sha1', toJson(suite)).slice(0, 8));
    this.#files = sessionFiles(directory, basename(session.journal) === basename(sessionFiles('', true).journal));
    this.#ofSession = session.attachments;
    this.#firstLine = firstLine;
    this.#mapping = mapping;
    each(readWithheld(directory), ({ key, record }) => {
      eachAttachment(record, ({ kept }) => kept !== undefined && weakAdd(this.#kept, kept));
      this.#tests[withheldKey(record)] = { key, earlier: record };
      if (key > this.#lastKey) this.#lastKey = key;
    });
  }

  /** Whether the test's result belongs here: it failed and may run again, or it has failed before. */
  takes(record: TestRecord): boolean {
    const key = withheldKey(record);
    // Its name must not stay on disk, and without it the test is not found again.
    if (mask(key, this.#mapping) !== key) return false;
    return (isBad(record) && !this.#isLast) || this.#tests[key] !== undefined;
  }

  /** A result that may still change, because another attempt may follow in this round. */
  keep(record: TestRecord): void {
    this.#write(record, false);
  }

  /** The test's result in this round. */
  record(record: TestRecord): WrittenLine | undefined {
    const isFinal = this.#isLast || !isBad(record);
    const line = this.#write(record, isFinal);
    this.total++;
    if (!isFinal) this.waiting++;
    return line;
  }

  close(): void {
    this.#parts?.journal.close();
  }

  #write(record: TestRecord, isFinal: boolean): WrittenLine | undefined {
    const testKey = withheldKey(record);
    this.#parts ??= this.#open();
    const { attachments, writer } = this.#parts;
    this.#tests[testKey] ??= { key: ++this.#lastKey, earlier: undefined };
    const { key, earlier } = this.#tests[testKey];
    eachAttachment(record, (attachment) => this.#take(attachment, attachments));
    const all: TestRecord =
      earlier === undefined ? record : { ...record, attempts: earlier.attempts.concat(record.attempts) };
    const provisional = { record: all, key, inFile: undefined };
    const line = isFinal ? writer.result(all, provisional) : writer.provisional(all, provisional).inFile;
    const test: WithheldTest = { key, record: all };
    plainFiles.add(withheldPath(this.#files.directory), `${toJson(this.#masked(test))}\n`);
    return line;
  }

  /** The file stays on disk if `exec` is killed, so it contains no secrets, like the journal. */
  #masked(test: WithheldTest): unknown {
    return parseJson(toJson(test), (name, value) =>
      typeof value === 'string' && name !== 'status' ? mask(value, this.#mapping) : value,
    );
  }

  #take(attachment: AttachmentRecord, store: AttachmentStore): void {
    const { kept, path, body, name } = attachment;
    if (kept !== undefined && weakHas(this.#kept, kept)) return;
    try {
      if (kept !== undefined) attachment.kept = store.keep(`${this.#ofSession}/${kept.file}`, 'link');
      else if (path !== undefined) attachment.kept = keepFile(path, attachment, store);
      else if (body !== undefined) attachment.kept = store.write(name, body);
    } catch (error) {
      attachment.missing = error instanceof Error ? error.message : couldNotBeRead;
      delete attachment.kept;
    }
    delete attachment.path;
    delete attachment.body;
    if (attachment.kept !== undefined) weakAdd(this.#kept, attachment.kept);
  }

  /** Creates the session, or continues with it. */
  #open(): Parts {
    const { directory, journal: path, attachments: folder } = this.#files;
    const isNew = !existsSync(path);
    if (isNew) {
      makeFolders(this.#files);
      plainFiles.writeNew(path, '');
    } else SessionLock.take(directory, nextNumber(readLocks(directory)));
    const journal = reopenJournal(path);
    const attachments = new AttachmentStore(folder, no, lastNumber(folder));
    if (isNew) journal.append(this.#firstLine());
    return { journal, attachments, writer: new RecordWriter(this.#mapping, journal, attachments) };
  }
}

/** The highest number of an attachment's file. An attachment that could not be kept leaves a gap. */
function lastNumber(folder: string): number {
  let last = 0;
  each(readdirSync(folder), (name) => {
    const number = toInteger(name, 10);
    if (number > last) last = number;
  });
  return last;
}

/** What `exec --rerun` has asked for. */
export function requestedRerun(): Rerun | undefined {
  const text = env[RERUN_VARIABLE];
  try {
    return text === undefined || text === '' ? undefined : (parseJson(text) as Rerun);
  } catch {
    return undefined;
  }
}
