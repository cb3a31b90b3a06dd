import type { OwnAdditions } from '@testpoint/interface/codec';
import { each, mapped, some } from '../../built-ins/language.js';
import type { AttachmentRecord, KeptFile, TestRecord } from '../../model.js';
import type { AttachmentEntry, ResultEntry, ResultHead } from '../../outbox/format/entries.js';
import type { AttachmentStore } from '../../outbox/write/attachments.js';
import type { Journal } from '../../outbox/write/journal.js';
import { couldNotBeRead } from '../../result/attachment-messages.js';
import { stepsOf } from '../../result/attempt-span.js';
import type { Mapping } from '../../result/mapping.js';
import { bareResult, type MappedResult, toResult } from '../../result/to-result.js';
import { viewOf } from '../../result/view.js';
import { attachmentNotKept } from '../messages.js';
import type { ProvisionalResult, RecordedResult, WrittenLine, WrittenResult } from './recorded-result.js';

/** Turns records into journal lines: puts their files into the outbox, maps them, and writes each as one line. */
export class RecordWriter {
  #mapping: Mapping;
  #journal: Journal;
  #attachments: AttachmentStore;
  #lastKey = 0;

  constructor(mapping: Mapping, journal: Journal, attachments: AttachmentStore) {
    this.#mapping = mapping;
    this.#journal = journal;
    this.#attachments = attachments;
  }

  /** Writes a result that replaces another one. */
  correct(record: TestRecord, first: RecordedResult): WrittenLine {
    return this.#write('result', undefined, record, first.line);
  }

  /** Writes a test's result so far. The content of its attachments is put into the outbox first. */
  provisional(record: TestRecord, earlier: ProvisionalResult | undefined): ProvisionalResult {
    const key = earlier?.key ?? ++this.#lastKey;
    const { isInFile, ...line } = this.#write('provisional', key, record);
    return { record, key, inFile: isInFile ? line : undefined };
  }

  /** Writes a test's result. */
  result(record: TestRecord, provisional: ProvisionalResult | undefined): WrittenLine {
    return this.#write('result', provisional?.key, record);
  }

  /** Makes a test's last provisional result its final one. */
  settle({ record, key, inFile }: ProvisionalResult): WrittenLine {
    if (key === undefined || inFile === undefined) return this.#write('result', key, record);
    this.#journal.settle(key, inFile.line);
    return inFile;
  }

  #write(kind: ResultHead['kind'], key: number | undefined, record: TestRecord, corrects?: number) {
    const { testCases, project, projectName = project } = record;
    const result = this.#map(record);
    const { body, externalId, configurationId, configurationGlobalId, attachments, missing, own, warnings } = result;
    const view = this.#view(record, own);
    // Every member, so that all entries have one shape. Spreads cost a suite of 10,000 tests 3 MiB and 5 % more CPU.
    const entry: ResultEntry = {
      kind,
      key,
      corrects,
      attachments: attachments.length > 0 ? this.#store(result) : undefined,
      testCases: testCases !== undefined && testCases.length > 0 ? testCases : undefined,
      configurationFor: configurationId === undefined ? (projectName ?? '') : undefined,
      id: externalId,
      configurationId,
      configurationGlobalId,
      view,
      body,
    };
    const isInFile = this.#journal.append(entry);
    const { outcome } = body;
    const isFlaky = outcome === 'Passed' && some(view?.earlier ?? [], (attempt) => attempt.outcome === 'F');
    const written: WrittenResult = {
      outcome,
      isFlaky,
      externalId,
      configurationId,
      configurationGlobalId,
      missing,
      warnings,
      view,
    };
    return { isInFile, line: this.#journal.lastLine, written };
  }

  /** The data for reports; undefined for an unreadable record. */
  #view(record: TestRecord, own: OwnAdditions | undefined): ResultHead['view'] {
    try {
      const view = viewOf(record, this.#mapping);
      if (own === undefined) return view;
      view.ownSteps = own.steps;
      if (own.parameter !== undefined) view.ownParameter = own.parameter;
      return view;
    } catch {
      // The result's message says so.
      return undefined;
    }
  }

  #map(record: TestRecord): MappedResult {
    try {
      eachAttachment(record, (attachment) => take(attachment, this.#attachments));
      return toResult(record, this.#mapping);
    } catch (error) {
      return bareResult(record, this.#mapping, error);
    }
  }

  #store({ attachments, warnings }: MappedResult): AttachmentEntry[] {
    return mapped(attachments, ({ name, contentType, placeholder, kept, body }) => {
      return { file: kept?.file ?? this.#storeBody(name, body ?? '', warnings), name, contentType, placeholder };
    });
  }

  /** If content can't be kept, its entry has no file. Delivery then says in the result what is missing. */
  #storeBody(name: string, body: Uint8Array | string, warnings: string[]): string {
    try {
      return this.#attachments.write(name, body).file;
    } catch (error) {
      warnings[warnings.length] = attachmentNotKept(name, error instanceof Error ? error.message : 'no room');
      return '';
    }
  }
}

/** Visits the attachments of all attempts and their steps. */
export function eachAttachment({ attempts }: TestRecord, visit: (attachment: AttachmentRecord) => void): void {
  each(attempts, (attempt) => {
    each(attempt.attachments, visit);
    each(stepsOf(attempt), ({ attachments }) => attachments && each(attachments, visit));
  });
}

/** Puts an attachment's file into the outbox. Throws if it can't be read. */
export function keepFile(path: string, { isOfChannel, owned }: AttachmentRecord, store: AttachmentStore): KeptFile {
  return store.keep(path, isOfChannel === true ? 'move' : owned === true ? 'link' : 'copy');
}

/** Puts a file that a record names by path into the outbox: its `path` becomes `kept`, or `missing` with the reason. */
function take(attachment: AttachmentRecord, store: AttachmentStore): void {
  if (attachment.path === undefined || attachment.kept !== undefined) return;
  try {
    attachment.kept = keepFile(attachment.path, attachment, store);
  } catch (error) {
    attachment.missing = error instanceof Error ? error.message : couldNotBeRead;
  }
  delete attachment.path;
}
