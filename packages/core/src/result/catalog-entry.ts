import { append } from '../built-ins/language.js';
import type { TestRecord } from '../model.js';
import type { CatalogEntry } from '../outbox/format/outbox-files.js';
import { type Mapping, mask } from './mapping.js';

/** A test in the catalog. The service identifies it by its id, so only the id is not masked. */
export function catalogEntry(externalId: string, record: TestRecord, mapping: Mapping): CatalogEntry {
  const { titlePath, line } = record;
  const entry: CatalogEntry = { externalId, titlePath: [], file: mask(record.file, mapping) };
  for (let index = 0; index < titlePath.length; index++) append(entry.titlePath, mask(titlePath[index] ?? '', mapping));
  if (line !== undefined) entry.line = line;
  return entry;
}
