import { type Redaction, redact } from '../result/redaction.js';
import { membersOf } from './members.js';
import type { ResultRow } from './result-row.js';

/**
 * External ids with secrets in them. The service gets them unchanged, since they are what it knows a test by; a report shows them
 * masked.
 */
export class MaskedIds {
  readonly #redaction: Redaction;
  readonly #hasSecrets: boolean;
  /** Lines whose id was masked, by source and place. */
  readonly #lines = new Map<string, string>();

  constructor(redaction: Redaction) {
    this.#redaction = redaction;
    this.#hasSecrets = redaction.secrets.length + redaction.patterns.length > 0;
  }

  /** The row as the report shows it. @param source index of its source */
  row(row: ResultRow, source: number): ResultRow {
    if (!this.#hasSecrets) return row;
    const id = this.#masked(row.id);
    if (id === row.id) return row;
    this.#lines.set(`${source} ${row.place}`, id);
    // A journal without views has both from the id.
    return { ...row, id, file: this.#masked(row.file), titles: row.titles.map((title) => this.#masked(title)) };
  }

  /** The row's line as the report keeps it. */
  line({ source, place }: { source: number; place: number }, line: Buffer): Buffer {
    const id = this.#lines.get(`${source} ${place}`);
    if (id === undefined) return line;
    const entry = membersOf(JSON.parse(line.toString('utf8')));
    return Buffer.from(JSON.stringify({ ...entry, id, body: { ...membersOf(entry.body), autoTestExternalId: id } }));
  }

  #masked(text: string): string {
    return redact(text, this.#redaction);
  }
}
