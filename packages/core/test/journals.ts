import { randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndEntry, ResultHead, RunIntent, SessionEntry, WrittenEntry } from '../src/outbox/format/entries.js';
import { sealLine } from '../src/outbox/format/journal-line.js';
import { type DeliverySettings, deliverySettings as withDefaults } from '../src/settings/delivery-settings.js';

export const CONFIGURATION = '11111111-2222-3333-4444-555555555555';
export const RUN = 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee';
export const KEY = 'c2VjcmV0LWtleQ==';

/** A request takes as long as a busy machine takes: one that is sent again would be counted twice. */
export function deliverySettings(url: string, changes: Partial<DeliverySettings> = {}): DeliverySettings {
  return withDefaults({ url, secretKey: KEY, requestTimeout: 3_600_000, ...changes });
}

/** External ids of this many tests. */
export function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `test ${index}`);
}

/** A journal like that of a session, written line by line. */
export class TestJournal {
  readonly outbox = mkdtempSync(join(tmpdir(), 'testpoint-journal-'));
  readonly directory = join(this.outbox, `20260101000000-test-${randomBytes(4).toString('hex')}`);
  readonly path: string = join(this.directory, 'journal.ndjson');
  #lines = 0;
  #files = 0;

  constructor(
    run: RunIntent = { use: RUN },
    wire: { api?: 'v2' | 'legacy' } = {},
    startedAt = 0,
    session: Partial<SessionEntry> = {},
  ) {
    mkdirSync(join(this.directory, 'attachments'), { recursive: true });
    this.entry({
      kind: 'session',
      format: 3,
      tool: 'testpoint test',
      framework: 'test',
      frameworkVersion: '1',
      startedAt,
      run,
      finish: 'auto',
      wire: { api: wire.api ?? 'v2', testPlanGlobalId: 3 },
      ...session,
    });
  }

  raw(text: string): void {
    appendFileSync(this.path, text);
  }

  /** Appends an entry as a session does, in the journal's format. */
  entry(entry: WrittenEntry): void {
    this.raw(sealLine(entry, this.#lines++));
  }

  /** Appends an intact line that no session writes. */
  foreign(entry: object): void {
    this.entry(entry as WrittenEntry);
  }

  result(id: string, head: { [K in keyof ResultHead]?: ResultHead[K] | undefined } = {}, body: object = {}): void {
    const { kind = 'result' } = head;
    const result = { configurationId: CONFIGURATION, autoTestExternalId: id, outcome: 'Passed', ...body };
    const full = { id, configurationId: CONFIGURATION, configurationGlobalId: 7, ...head, kind };
    this.entry({ ...(full as ResultHead), body: result });
  }

  /** A result with one attachment. If `content` is undefined, the file is missing. */
  resultWithFile(
    id: string,
    content: string | Uint8Array | undefined,
    name = 'log.txt',
    contentType = 'text/plain',
  ): void {
    const placeholder = randomUUID();
    const file = `${String(++this.#files).padStart(6, '0')}.txt`;
    if (content !== undefined) writeFileSync(join(this.directory, 'attachments', file), content);
    this.result(id, { attachments: [{ file, name, contentType, placeholder }] }, { attachments: [placeholder] });
  }

  end(finish: EndEntry['finish'] = 'leave', endedAt?: number): void {
    this.entry({ kind: 'end', finish, ...(endedAt !== undefined && { endedAt }) });
  }
}
