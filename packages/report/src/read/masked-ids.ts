import type { Masking } from '../masking.js';
import { membersOf } from '../members.js';
import type { ResultRow } from './result-row.js';

/**
 * External ids that contain secrets. The service gets them unchanged, because they identify tests there; a report shows them
 * masked.
 */
export class MaskedIds {
  readonly #masking: Masking | undefined;
  /** Lines whose id was masked, by source and position. */
  readonly #lines = new Map<string, string>();

  constructor(masking: Masking | undefined) {
    this.#masking = masking;
  }

  /** The row for the report. @param source index of its source */
  row(row: ResultRow, source: number): ResultRow {
    if (this.#masking?.isNeeded !== true) return row;
    // Ids that can't be searched in time stay different, so that no test replaces another.
    const id = this.#masking.textInTime(row.id) ?? `*** (${this.#lines.size + 1})`;
    if (id === row.id) return row;
    this.#lines.set(`${source} ${row.place}`, id);
    // In a journal without views, both come from the id.
    return { ...row, id, file: this.#masked(row.file), titles: row.titles.map((title) => this.#masked(title)) };
  }

  /** The row's line for the report. */
  line({ source, place }: { source: number; place: number }, line: Buffer): Buffer {
    const id = this.#lines.get(`${source} ${place}`);
    if (id === undefined) return line;
    const entry = membersOf(JSON.parse(line.toString('utf8')));
    return Buffer.from(JSON.stringify({ ...entry, id, body: { ...membersOf(entry.body), autoTestExternalId: id } }));
  }

  #masked(text: string): string {
    return this.#masking?.text(text) ?? text;
  }
}
