import type { TestRecord } from '../model.js';
import type { AttachmentStore } from '../outbox/attachments.js';
import { type AttachmentEntry, encodeResult, type ResultHead } from '../outbox/entries.js';
import type { Journal } from '../outbox/journal.js';
import type { Mapping } from '../result/mapping.js';
import { type MappedResult, toResult } from '../result/to-result.js';
import { takeFiles } from './record-files.js';

const { stringify } = JSON;

/** A record made ready to be written, under whatever key. */
interface Written {
  record: TestRecord;
  mapped: MappedResult;
  head: Omit<ResultHead, 'kind' | 'key'>;
  body: string;
}

/** Turns records into journal lines: files into the outbox, mapping, one write. */
export class RecordWriter {
  #mapping: Mapping;
  #journal: Journal;
  #attachments: AttachmentStore;
  /** What was written last: a test's result is mostly the attempt that was announced just before. */
  #last: Written | undefined;

  constructor(mapping: Mapping, journal: Journal, attachments: AttachmentStore) {
    this.#mapping = mapping;
    this.#journal = journal;
    this.#attachments = attachments;
  }

  /**
   * Writes one line; the content of its attachments is in the outbox before. The very object that was written last is
   * unchanged since, and is not mapped again.
   * @param key ties attempts to their result
   */
  write(kind: 'attempt' | 'result', key: number | undefined, record: TestRecord): MappedResult {
    const written = this.#last?.record === record ? this.#last : this.#prepare(record);
    // A result's successor is another test's.
    this.#last = kind === 'attempt' ? written : undefined;
    this.#journal.append(encodeResult({ kind, ...(key !== undefined && { key }), ...written.head }, written.body));
    return written.mapped;
  }

  #prepare(record: TestRecord): Written {
    takeFiles(record, this.#attachments);
    const mapped = toResult(record, this.#mapping);
    return { record, mapped, head: this.#head(record, mapped), body: stringify(mapped.body) };
  }

  /** The order of its members tells delivery whether there is anything to do but to send the body. */
  #head({ testCases, project }: TestRecord, mapped: MappedResult): Written['head'] {
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
