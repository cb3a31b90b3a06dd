import { each } from '../../built-ins/language.js';
import type { TestRecord } from '../../model.js';
import { mask } from '../../result/mapping.js';
import { slowPatterns } from '../../result/masking/redaction.js';
import { plain } from '../../result/text/text.js';
import type { Settings } from '../../settings/settings.js';
import { resultCorrected } from '../messages.js';
import type { SessionParts } from '../session-parts.js';
import { DuplicateIds } from './duplicate-ids.js';
import type { RecordedResult, WrittenResult } from './recorded-result.js';

/** Notes data about each result that is not for the journal: counts and warnings for the summary, ids for the catalog. */
export class ResultNotes {
  readonly #parts: SessionParts;
  readonly #duplicates: DuplicateIds;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#duplicates = new DuplicateIds(parts.mapping);
  }

  noteResult(record: TestRecord, written: WrittenResult): void {
    const { externalId, configurationId, warnings } = written;
    const { notes, settings, mapping } = this.#parts;
    notes.count(written);
    this.#warn(warnings);
    this.#warn(slowPatterns(mapping.redaction));
    const isOwn = record.externalId !== undefined || !isPathForm(settings.externalId);
    const duplicate = this.#duplicates.check(externalId, configurationId, record, isOwn);
    if (duplicate !== undefined) notes.warn(mask(plain(duplicate), mapping));
    this.noteTest(record, written);
  }

  /** Adds the test to the catalog. */
  noteTest({ testCases }: TestRecord, { externalId, configurationGlobalId, view }: WrittenResult): void {
    if (view === undefined) return;
    const { titles: titlePath, file, project, line } = view;
    this.#parts.catalog?.add({ externalId, titlePath, file, project, line, testCases, configurationGlobalId });
  }

  /** @param first the result that this one corrects */
  noteCorrection(written: WrittenResult, first: RecordedResult): void {
    const { outcome, externalId, warnings } = written;
    const { notes, mapping } = this.#parts;
    notes.recount(first, written);
    this.#warn(warnings);
    const id = mask(plain(externalId), mapping);
    notes.warn(resultCorrected(id, first.outcome, outcome));
  }

  #warn(warnings: readonly string[]): void {
    each(warnings, (warning) => this.#parts.notes.warn(warning));
  }
}

/** Such an id says where its test is. */
function isPathForm(externalId: Settings['externalId']): boolean {
  return externalId === 'path' || externalId === 'hash';
}
