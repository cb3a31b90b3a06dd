import { toJson } from '../intrinsics.js';
import type { TestRecord } from '../model.js';
import { type AttachmentEntry, encodePromotion, encodeResult, type ResultHead } from '../outbox/format/entries.js';
import type { AttachmentStore } from '../outbox/write/attachments.js';
import type { Journal } from '../outbox/write/journal.js';
import type { Mapping } from '../result/mapping.js';
import { type MappedResult, toResult } from '../result/to-result.js';
import { viewOf } from '../result/view.js';
import { OpenAttempts, type WrittenResult } from './open-attempts.js';
import { takeFiles } from './record-files.js';

/** Turns records into journal lines: files into the outbox, mapping, one write. */
export class RecordWriter {
  #mapping: Mapping;
  #journal: Journal;
  #attachments: AttachmentStore;
  #attempts = new OpenAttempts();

  constructor(mapping: Mapping, journal: Journal, attachments: AttachmentStore) {
    this.#mapping = mapping;
    this.#journal = journal;
    this.#attachments = attachments;
  }

  /** Writes a test's attempt; the content of its attachments is in the outbox before. */
  attempt(record: TestRecord): void {
    const attempt = this.#attempts.open(record);
    const { isInFile, written } = this.#write('attempt', attempt.key, record);
    attempt.record = record;
    attempt.line = this.#journal.lastLine;
    attempt.written = isInFile ? written : undefined;
  }

  /** Writes a test's result. The very object that was its last attempt is unchanged since, and stands in the journal. */
  result(record: TestRecord): WrittenResult {
    const attempt = this.#attempts.take(record);
    if (attempt?.record === record && attempt.written !== undefined && attempt.line !== undefined) {
      this.#journal.appendWithNext(encodePromotion(attempt.key, attempt.line));
      return attempt.written;
    }
    return this.#write('result', attempt?.key, record).written;
  }

  #write(
    kind: ResultHead['kind'],
    key: number | undefined,
    record: TestRecord,
  ): { isInFile: boolean; written: WrittenResult } {
    takeFiles(record, this.#attachments);
    const mapped = toResult(record, this.#mapping);
    const { body, externalId, configurationId, warnings } = mapped;
    const head: ResultHead = { kind, ...(key !== undefined && { key }), ...this.#head(record, mapped) };
    head.view = viewOf(record, this.#mapping);
    const isInFile = this.#journal.append(encodeResult(head, toJson(body)));
    return { isInFile, written: { outcome: body.outcome, externalId, configurationId, warnings } };
  }

  /** The order of its members tells delivery whether there is anything to do but to send the body. */
  #head({ testCases, project }: TestRecord, mapped: MappedResult): Omit<ResultHead, 'kind' | 'key'> {
    const { externalId: id, configurationId, configurationGlobalId, attachments } = mapped;
    return {
      ...(attachments.length > 0 && { attachments: this.#store(mapped) }),
      ...(testCases !== undefined && testCases.length > 0 && { testCases }),
      ...(configurationId === undefined && { configurationFor: project ?? '' }),
      id,
      ...(configurationId !== undefined && { configurationId }),
      ...(configurationGlobalId !== undefined && { configurationGlobalId }),
    };
  }

  #store({ attachments, warnings }: MappedResult): AttachmentEntry[] {
    const entries: AttachmentEntry[] = [];
    for (let index = 0; index < attachments.length; index++) {
      const attachment = attachments[index];
      if (attachment === undefined) continue;
      const { name, contentType, placeholder, kept, body } = attachment;
      entries[index] = {
        file: kept?.file ?? this.#storeBody(name, body ?? '', warnings),
        name,
        contentType,
        placeholder,
      };
    }
    return entries;
  }

  /** Content that can't be kept leaves its entry without a file: delivery then says in the result what is missing. */
  #storeBody(name: string, body: Uint8Array | string, warnings: string[]): string {
    try {
      return this.#attachments.write(name, body).file;
    } catch (error) {
      warnings[warnings.length] =
        `Attachment ${name} could not be kept: ${error instanceof Error ? error.message : 'no room'}`;
      return '';
    }
  }
}
