import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { RESULT, type ResultLine, read } from '@testpoint/interface/codec';
import {
  countRow,
  letterOf,
  type ReportSource,
  type ResultRow,
  type SessionData,
  type SourceAttachment,
} from '@testpoint/report';
import { factsOf, type ResultBody } from '../../database/facts.js';
import type { Entry, StoredAttachment } from '../../database/store.js';
import type { NamedRun } from '../named-runs.js';
import { type ConfigurationNames, sessionOf } from '../report-maker.js';
import { attachmentIds, attachmentsOf, entryOf } from '../stored-result.js';
import { rowOfStored } from '../stored-row.js';

/** A result as it was received, with its body. */
export type ReceivedResult = Pick<Entry, 'externalId' | 'configurationId' | 'outcome'> & { body: Uint8Array };

/** A line of our file. */
interface KeptResult {
  id: string;
  configurationId: string;
  ids: string[];
  body: ResultBody;
}

/** The results of a run, kept in a file until its report is written. Of several configurations, each is a session with its environment. */
export class StoredSource implements ReportSource {
  readonly place: string;
  readonly sessions: SessionData[] = [];
  readonly #file: number;
  readonly #offsets: number[] = [0];
  readonly #configurations: string[] = [];
  readonly #descriptions = new Map<string, StoredAttachment>();

  /** @param folder holds the content of attachments in `files`, by id */
  constructor(folder: string) {
    this.place = folder;
    this.#file = openSync(join(folder, 'results.jsonl'), 'w+');
  }

  /** @returns the ids of the attachments that it names, which are not described yet */
  add(result: ReceivedResult): string[] {
    const { externalId, configurationId, outcome, body } = result;
    const ids = attachmentIds(body);
    const line = Buffer.from(JSON.stringify({ ...entryOf({ externalId, outcome }, body), configurationId, ids }));
    const offset = this.#offsets.at(-1) ?? 0;
    for (let written = 0; written < line.length; ) {
      written += writeSync(this.#file, line, written, line.length - written, offset + written);
    }
    this.#offsets.push(offset + line.length);
    if (!this.#configurations.includes(configurationId)) this.#configurations.push(configurationId);
    return ids.filter((id) => !this.#descriptions.has(id));
  }

  describe(attachment: StoredAttachment): void {
    this.#descriptions.set(attachment.id, attachment);
  }

  /** Call it when all results are here. */
  finish(run: NamedRun, names: ConfigurationNames): void {
    if (this.#configurations.length <= 1) this.sessions.push(sessionOf(run));
    else {
      for (const configuration of this.#configurations) {
        const environment = names.get(configuration) ?? configuration;
        this.sessions.push({ ...sessionOf(run), id: `${run.id} ${configuration}`, environment });
      }
    }
  }

  *rows(): Generator<ResultRow> {
    for (let place = 0; place < this.#offsets.length - 1; place++) {
      const { id, configurationId, body, ids } = this.#parsed(place);
      const { outcome = 'Skipped' } = read(RESULT, body, ['outcome']);
      const stored = { ...factsOf(body), externalId: id, configurationId, outcome: letterOf(outcome) };
      const session = this.#configurations.indexOf(configurationId);
      const row = { ...rowOfStored(stored, place), session, hasAttachments: ids.length > 0 };
      const counts = this.sessions[session]?.counts;
      if (counts !== undefined) countRow(counts, row);
      yield row;
    }
  }

  read(place: number): Buffer {
    const { ids, configurationId: _, ...entry } = this.#parsed(place);
    const attachments = ids.map((id) => this.#descriptions.get(id) ?? { id });
    return Buffer.from(JSON.stringify({ ...entry, attachments: attachmentsOf(attachments) }));
  }

  attachments(_place: number, { attachments }: Pick<ResultLine, 'attachments'>): SourceAttachment[] {
    return attachments.map(({ placeholder, name, contentType }) => {
      const file = this.#descriptions.get(placeholder);
      const found =
        file === undefined ? { missing: 'the server does not have it' } : { path: join(this.place, 'files', file.id) };
      return { name, contentType, ...found };
    });
  }

  close(): void {
    closeSync(this.#file);
  }

  #parsed(place: number): KeptResult {
    const [start = 0, end = 0] = this.#offsets.slice(place, place + 2);
    const bytes = Buffer.allocUnsafe(end - start);
    for (let read = 0; read < bytes.length; ) {
      const count = readSync(this.#file, bytes, read, bytes.length - read, start + read);
      if (count === 0) throw new Error('the file of results ends too early');
      read += count;
    }
    return JSON.parse(bytes.toString()) as KeptResult;
  }
}
