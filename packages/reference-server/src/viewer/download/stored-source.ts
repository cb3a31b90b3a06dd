import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { RESULT, type ResultLine, read } from '@testpoint/interface/codec';
import {
  countRow,
  evidenceOf,
  letterOf,
  type ReportSource,
  type ResultRow,
  type SessionData,
  type SourceAttachment,
} from '@testpoint/report';
import { factsOf, type ResultBody, timesOf } from '../../database/facts.js';
import type { Entry, StoredAttachment } from '../../database/store.js';
import type { NamedRun } from '../named-runs.js';
import { type ConfigurationNames, sessionOf } from '../report-maker.js';
import { attachmentIds, attachmentsOf, entryOf } from '../stored-result.js';
import { rowOfStored } from '../stored-row.js';

/** A result as it was received, with its body. */
export type ReceivedResult = Pick<Entry, 'externalId' | 'configurationId' | 'outcome' | 'session'> & {
  body: Uint8Array;
};

/** A line of our file. */
interface KeptResult {
  id: string;
  configurationId: string;
  /** Index of its session. */
  session: number;
  ids: string[];
  body: ResultBody;
}

/** The results of a run, kept in a file until its report is written. Each configuration of a session counts as one, with its environment. */
export class StoredSource implements ReportSource {
  readonly place: string;
  readonly sessions: SessionData[] = [];
  readonly #file: number;
  readonly #offsets: number[] = [0];
  readonly #sessions = new Map<string, Pick<Entry, 'configurationId' | 'session'>>();
  readonly #descriptions = new Map<string, StoredAttachment>();

  /** @param folder holds the content of attachments in `files`, by id */
  constructor(folder: string) {
    this.place = folder;
    this.#file = openSync(join(folder, 'results.jsonl'), 'w+');
  }

  /** @returns the ids of the attachments that it names, which are not described yet */
  add(result: ReceivedResult): string[] {
    const { externalId, configurationId, session: number, outcome, body } = result;
    const ids = attachmentIds(body);
    const name = `${configurationId} ${number}`;
    if (!this.#sessions.has(name)) this.#sessions.set(name, { configurationId, session: number });
    const session = [...this.#sessions.keys()].indexOf(name);
    const kept = { ...entryOf({ externalId, outcome }, body), configurationId, session, ids };
    const line = Buffer.from(JSON.stringify(kept));
    const offset = this.#offsets.at(-1) ?? 0;
    for (let written = 0; written < line.length; ) {
      written += writeSync(this.#file, line, written, line.length - written, offset + written);
    }
    this.#offsets.push(offset + line.length);
    return ids.filter((id) => !this.#descriptions.has(id));
  }

  describe(attachment: StoredAttachment): void {
    this.#descriptions.set(attachment.id, attachment);
  }

  /** Call it when all results are here. */
  finish(run: NamedRun, names: ConfigurationNames): void {
    const all = [...this.#sessions.values()];
    if (all.length === 0) this.sessions.push(sessionOf(run, null));
    const hasSeveral = new Set(all.map(({ configurationId }) => configurationId)).size > 1;
    for (const { configurationId, session } of all) {
      const described = sessionOf(run, session);
      const environment = names.get(configurationId) ?? configurationId;
      const own = { id: `${described.id} ${configurationId}`, environment };
      this.sessions.push({ ...described, ...(hasSeveral && own) });
    }
  }

  *rows(): Generator<ResultRow> {
    for (let place = 0; place < this.#offsets.length - 1; place++) {
      const { id, configurationId, session, body, ids } = this.#parsed(place);
      const { outcome = 'Skipped' } = read(RESULT, body, ['outcome']);
      const evidence = ids.reduce((sum, id) => sum | this.#evidence(id), 0);
      const { duration } = timesOf(body);
      const named = { externalId: id, configurationId, outcome: letterOf(outcome), evidence };
      const stored = { ...factsOf(body), duration, ...named };
      const row = { ...rowOfStored(stored, place), session, hasAttachments: ids.length > 0 };
      const counts = this.sessions[session]?.counts;
      if (counts !== undefined) countRow(counts, row);
      yield row;
    }
  }

  read(place: number): Buffer {
    const { ids, configurationId: _, session: __, ...entry } = this.#parsed(place);
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

  #evidence(id: string): number {
    const attachment = this.#descriptions.get(id);
    return attachment === undefined ? 0 : evidenceOf(attachment);
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
